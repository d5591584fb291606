"""A launch as a file: a recording, or a page to share."""

from __future__ import annotations

from pathlib import Path

from gpuviz.messages import Message, RequestRefused
from gpuviz.notebook.modelled import timed
from gpuviz.trace import Trace
from gpuviz.trace.file import SUFFIX, save_trace
from gpuviz.web.page import SUFFIX as PAGE
from gpuviz.web.page import save_page


def save_launch(trace: Trace, path: Path) -> None:
    """Writes it. Raises RequestRefused for an ending that is neither, and where it cannot."""
    if path.suffix == SUFFIX:
        save_trace(timed(trace), path)
    elif path.suffix == PAGE:
        save_page(trace, path)
    else:
        template = "'{path}' has to end in {recording}, a recording, or in {page}, a page to share."
        values = {"path": str(path), "recording": SUFFIX, "page": PAGE}
        raise RequestRefused(Message("api.save-as", template, values))
