"""What a built site would load from elsewhere: nothing, or somebody reads it in a hall without it.

Looked at is what a browser loads by itself: scripts, styles, pictures, fonts, frames. A link that
a reader may click is none of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

ELSEWHERE = re.compile(r"^\s*(?:https?:)?//", re.IGNORECASE)
IN_STYLE = re.compile(r"""(?:url\(\s*|@import\s+)["']?([^"')\s]+)""", re.IGNORECASE)
LOADED = {
    "audio": ("src",),
    "embed": ("src",),
    "iframe": ("src",),
    "image": ("href", "xlink:href"),
    "img": ("src", "srcset"),
    "input": ("src",),
    "object": ("data",),
    "script": ("src",),
    "source": ("src", "srcset"),
    "track": ("src",),
    "use": ("href", "xlink:href"),
    "video": ("src", "poster"),
}
"""By tag, the attributes whose address is loaded."""
LOADING_LINKS = {
    *("stylesheet", "icon", "preload", "prefetch", "preconnect", "dns-prefetch"),
    *("modulepreload", "manifest", "apple-touch-icon"),
}


def loaded_from_elsewhere(site: Path) -> list[str]:
    """`page: address` of each."""
    found: list[str] = []
    for path in sorted(site.rglob("*")):
        if path.suffix in (".html", ".css"):
            text = path.read_text(encoding="utf-8")
            addresses = of_page(text) if path.suffix == ".html" else of_style(text)
            found += [f"{path.relative_to(site)}: {one}" for one in addresses]
    return found


def of_page(html: str) -> list[str]:
    """Addresses elsewhere that a page loads."""
    reader = _Reader()
    reader.feed(html)
    return reader.found


def of_style(css: str) -> list[str]:
    """Addresses elsewhere that a style sheet loads."""
    return [one for one in IN_STYLE.findall(css) if ELSEWHERE.match(one)]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._in_style = tag == "style"
        self.found += [one for one in _addresses(tag, given) if ELSEWHERE.match(one)]
        self.found += of_style(given.get("style", ""))

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.found += of_style(data)


def _addresses(tag: str, given: dict[str, str]) -> Iterator[str]:
    for name in LOADED.get(tag, ()):
        value = given.get(name, "")
        yield from (one.split()[0] for one in value.split(",") if one.strip())
    if tag == "link" and LOADING_LINKS & set(given.get("rel", "").lower().split()):
        yield given.get("href", "")
