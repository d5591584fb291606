"""A launch in the formats that notebooks know."""

from __future__ import annotations

from collections.abc import Container, Sequence

from gpuviz.messages import GpuvizError
from gpuviz.notebook.language import in_chosen_language
from gpuviz.notebook.page import launch_page, launches_page
from gpuviz.notebook.picture import LaunchPicture
from gpuviz.trace import Trace

DRAWING = "image/svg+xml"


def launch_html(trace: Trace) -> str:
    """A launch below a cell, in the language that was chosen."""
    with in_chosen_language():
        return launch_page(trace)


def launches_html(
    traces: Sequence[Trace], failures: Sequence[GpuvizError], notes: Sequence[str]
) -> str:
    """Several launches."""
    with in_chosen_language():
        return launches_page(traces, failures, notes)


def launch_bundle(trace: Trace, text: str, include: object = None) -> dict[str, str]:
    """Text and HTML; the drawing alone only where it is asked for.

    Notebooks prefer HTML, which has the drawing already: with both a file would keep it twice.
    """
    bundle = {"text/plain": text, "text/html": launch_html(trace)}
    if isinstance(include, Container) and DRAWING in include:
        with in_chosen_language():
            bundle[DRAWING] = LaunchPicture(trace).drawing("light").svg.decode()
    return bundle
