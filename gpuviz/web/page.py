"""One launch as one HTML file: no network, and nothing in it runs but gpuviz's own code.

What a launch brings (names, source, sentences) is data in an element that no browser executes; the
one script is allowed by its hash, and everything else is forbidden by the policy of the page.
"""

from __future__ import annotations

import base64
import hashlib
from html import escape
from pathlib import Path

from gpuviz.new_file import whole_file
from gpuviz.texts import visible
from gpuviz.trace import Trace
from gpuviz.web.front import module_text, style_text
from gpuviz.web.payload import payload_of

SUFFIX = ".html"
START = """
const data = document.getElementById("gpuviz-data").textContent;
globalThis.gpuvizView = mount(document.getElementById("gpuviz"), data, { whole: true }).view;
"""


def save_page(trace: Trace, path: Path) -> int:
    """Writes the page, whole or not at all; gives its size in bytes.

    Raises RequestRefused where it cannot be written.
    """
    page = page_of(trace)
    with whole_file(path) as part:
        part.write_bytes(page)
    return len(page)


def page_of(trace: Trace) -> bytes:
    """The page of a launch."""
    script, style = module_text() + START, style_text()
    data = base64.b64encode(payload_of(trace)).decode("ascii")
    title = escape(visible(trace.kernel))
    page = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_policy(script, style)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="gpuviz">
<title>{title} · gpuviz</title>
<style>{style}</style>
</head>
<body>
<main id="gpuviz"></main>
<noscript>This page plays a launch of a GPU kernel: it needs JavaScript.</noscript>
<script type="application/octet-stream" id="gpuviz-data">{data}</script>
<script type="module">{script}</script>
</body>
</html>
"""
    return page.encode("utf-8", "replace")


def _policy(script: str, style: str) -> str:
    """Forbids all but this script and this style sheet: no request, no form, no frame."""
    return (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}';"
        " base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"sha256-{base64.b64encode(digest).decode('ascii')}"
