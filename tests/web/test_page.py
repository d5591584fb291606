"""The page to share: one file that holds everything, in which only gpuviz's own code runs."""

from __future__ import annotations

import base64
import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from gpuviz.cli import main
from gpuviz.messages import RequestRefused
from gpuviz.trace.file import save_trace
from gpuviz.web import module_text, page_of, save_page, style_text
from tests.helpers.foreign_names import marked_trace
from tests.helpers.traces import vector_add

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"


class Tags(HTMLParser):
    """Every tag of a page with its attributes, and what stands in scripts and styles."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.held: dict[str, str] = {}
        self._inside = ""
        self.feed(page.decode("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._inside = f"{tag} {dict(attrs).get('type') or ''}".strip()

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        self.held[self._inside] = self.held.get(self._inside, "") + data

    @property
    def policy(self) -> str:
        found = [one for tag, one in self.tags if tag == "meta" and "http-equiv" in one]
        return found[0]["content"] or ""


def test_the_policy_allows_this_script_and_this_style_and_nothing_else() -> None:
    tags = Tags(page_of(vector_add()))

    allowed = re.findall(r"'sha256-([^']+)'", tags.policy)
    held = (tags.held["script module"], tags.held["style"])
    assert allowed == [
        base64.b64encode(hashlib.sha256(one.encode("utf-8")).digest()).decode() for one in held
    ]
    assert tags.policy.startswith("default-src 'none';")
    assert "unsafe" not in tags.policy


def test_nothing_of_a_page_lies_elsewhere() -> None:
    tags = Tags(page_of(vector_add()))

    assert not [one for _, one in tags.tags if {"src", "href", "srcset", "action"} & set(one)]
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", module_text() + style_text())
    assert not re.search(r"\b(innerHTML|outerHTML|insertAdjacentHTML|eval|fetch)\b", module_text())


@pytest.mark.parametrize("title", [HOSTILE, "<!--", "&amp;", "\u202e\x00"])
def test_a_name_stays_a_name(title: str) -> None:
    from dataclasses import replace

    trace = vector_add()
    source = replace(trace.functions[0], name=title, text=f"{trace.functions[0].text}# {title}\n")
    tags = Tags(page_of(replace(trace, kernel=title, functions=(source,))))

    assert [tag for tag, _ in tags.tags] == [tag for tag, _ in Tags(page_of(trace)).tags]


def test_a_page_of_odd_names_is_made() -> None:
    assert [tag for tag, _ in Tags(page_of(marked_trace())).tags].count("script") == 2


def test_the_command_line_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    recording, file = tmp_path / "a.gpuviz", tmp_path / "a.html"
    save_trace(vector_add(), recording)

    assert main(["export", str(recording), "--html", str(file)]) == 0

    assert capsys.readouterr().out.startswith(f"{file}: ")
    assert Tags(file.read_bytes()).held["title"] == "vector_add · gpuviz"


def test_a_page_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(RequestRefused, match="cannot be written"):
        save_page(vector_add(), tmp_path / "missing" / "a.html")
