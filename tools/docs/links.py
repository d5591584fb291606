"""Links between files of the repository, as links between pages of the site.

A page names files as they lie in the repository, so that its links work there too. On the site a
file that is a page is linked as such; of any other file, such as a test, only the name is left.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = "docs"
OUTSIDE = {
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "assets/i18n/README.md": "translating.md",
    "assets/lessons/README.md": "lessons.md",
    "benchmarks/README.md": "benchmarks.md",
    "kernels/README.md": "operations.md",
}
"""Pages that lie outside of docs/, and their places on the site."""
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
FENCE = re.compile(r"^(?:```|~~~).*?^(?:```|~~~)[ ]*$", re.MULTILINE | re.DOTALL)


def with_site_links(markdown: str, place: str) -> str:
    """The text of the page at that place of the site, with its links; code stays as it is."""
    source = {there: here for here, there in OUTSIDE.items()}.get(place, f"{DOCS}/{place}")
    parts, at = [], 0
    for fence in FENCE.finditer(markdown):
        parts += [_linked(markdown[at : fence.start()], source, place), fence[0]]
        at = fence.end()
    return "".join([*parts, _linked(markdown[at:], source, place)])


def _linked(text: str, source: str, place: str) -> str:
    return LINK.sub(lambda link: _link(link, source, place), text)


def _link(link: re.Match[str], source: str, place: str) -> str:
    mark, words, target = link.groups()
    file, _, anchor = target.partition("#")
    if ":" in target or not file:
        return link[0]
    lies = posixpath.normpath(posixpath.join(posixpath.dirname(source), file))
    there = OUTSIDE.get(lies) or (lies.removeprefix(f"{DOCS}/") if lies.startswith(DOCS) else None)
    if there is not None:
        to = posixpath.relpath(there, posixpath.dirname(place) or ".")
        return f"{mark}[{words}]({to}{'#' + anchor if anchor else ''})"
    return words if (ROOT / lies).exists() else link[0]
