"""Hazards in another file or cell, as a notebook and a page show them."""

from __future__ import annotations

from typing import Any

from gpuviz.notebook.card import launch_card
from gpuviz.notebook.excerpt import hazard_excerpts
from gpuviz.notebook.modelled import timed
from gpuviz.web.header import header_of
from tests.helpers.two_files import GET, PUT, mirrored, older


def guilty(trace_of: str) -> list[tuple[str, int, str]]:
    trace = mirrored("<In [2]>", trace_of)
    excerpts = hazard_excerpts(trace, trace.hazards[0])
    return [
        (one.file, line.number or 0, line.text.strip())
        for one in excerpts
        for line in one.lines
        if line.role
    ]


def test_the_lines_shown_are_those_of_the_cell_that_is_wrong() -> None:
    assert guilty("<In [3]>") == [
        ("<In [3]>", PUT, "s[t] = v"),
        ("<In [3]>", GET, "return s[t]"),
    ]


def test_a_card_names_the_cell() -> None:
    card = launch_card(timed(mirrored("<In [2]>", "<In [3]>")))

    assert f"lines {PUT} of In [3] and {GET} of In [3]" in card
    assert f"Line {PUT} of In [3]: " in card
    assert "the call in line 6 of In [2]" in card


def test_lines_of_an_older_recording_are_found_by_what_they_touch() -> None:
    trace = older(mirrored())

    found = hazard_excerpts(trace, trace.hazards[0])

    assert [one.file for one in found] == ["parts.py"]


def test_a_page_names_the_files_without_their_folders() -> None:
    trace = mirrored("/home/ada/main.py", "/home/ada/parts.py")

    header: dict[str, Any] = header_of(trace, None, trace, {})

    (hazard,) = header["hazards"]
    assert (hazard["file"], hazard["other_file"]) == ("parts.py", "parts.py")
