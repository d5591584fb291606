"""What a launch shows of itself below a cell."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from gpuviz.notebook import card
from gpuviz.notebook.card import launch_card
from gpuviz.notebook.modelled import timed
from gpuviz.notebook.page import MOST_CHARACTERS, launch_page
from gpuviz.trace import Trace
from tests.helpers.foreign_names import WHOLE, marked_trace
from tests.helpers.launches import emulated
from tests.notebook.launches import broken_off, right, wrong

ALLOWED = {
    *("div", "p", "b", "i", "span", "code", "ul", "li", "details", "summary", "img", "style"),
    *("table", "thead", "tbody", "tr", "th", "td", "br"),
}


class Seen(HTMLParser):
    """What a browser makes of a page: its tags, its words, and where pictures come from."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags = set[str]()
        self.attributes = set[str]()
        self.pictures: list[str] = []
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.pictures += [value or "" for name, value in attrs if name == "src"]

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.slow
def test_a_right_launch_has_its_figures_and_says_what_was_looked_for() -> None:
    seen = Seen(launch_card(timed(right())))

    assert "grid 2 × block 32 = 64 threads" in seen.words
    assert "✓ no access out of bounds, no race" in seen.words
    assert "14 idle" in seen.words
    assert "kernel, modelled" in seen.words
    assert "load x[i]" in seen.words


def test_a_wrong_launch_shows_the_line_of_each_hazard_and_what_it_does() -> None:
    text = launch_card(timed(wrong()))

    guilty = re.findall(r'<div class="gpuviz-guilty">.*?</div>', text)
    assert [Seen(line).words.replace("\xa0", "").lstrip("0123456789") for line in guilty] == [
        "return x[i + 1]← reads",
        "return x[i + 1]← reads",
        "x[i] = following(x, i)← writes",
    ]
    assert "✕ out of bounds: x" in text
    assert "but x has the shape (64)" in text


@pytest.mark.slow
def test_a_launch_that_broke_off_says_why() -> None:
    seen = Seen(launch_card(timed(broken_off())))

    assert "the launch broke off" in seen.words
    assert "ValueError" in seen.words


@pytest.mark.slow
def test_the_stage_is_there_in_both_themes_and_one_of_them_is_hidden() -> None:
    pictures = re.findall(r"<img[^>]*?src=", launch_card(timed(right())))

    assert ["display: none" in picture for picture in pictures] == [False, True]
    assert ["gpuviz-light" in picture for picture in pictures] == [True, False]


def test_names_that_look_like_markup_stay_words() -> None:
    seen = Seen(launch_page(marked_trace()))

    assert WHOLE in seen.words
    assert seen.tags <= ALLOWED
    assert not any(name.startswith("on") or name == "href" for name in seen.attributes)
    assert all(address.startswith("data:image/svg+xml,") for address in seen.pictures)
    assert "\u202e" not in seen.words


def test_a_launch_of_an_engine_that_counts_nothing_says_so() -> None:
    whole = right()
    bare = replace(
        whole, steps=None, accesses=None, values=None, counters=None, warp_counters=None,
        hazard_kinds_checked=(), engine="numba-simulator", followed=(),
    )  # fmt: skip

    seen = Seen(launch_card(timed(bare)))

    assert "none: this engine does not count" in seen.words
    assert "This engine does not look for hazards" in seen.words
    assert len(seen.pictures) == 2


@pytest.mark.slow
def test_a_picture_that_is_too_large_is_left_out_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(card, "MOST_PICTURE_CHARACTERS", 100)

    seen = Seen(launch_card(timed(right())))

    assert seen.pictures == []
    assert "too large for a notebook" in seen.words


def huge() -> Trace:
    return emulated("vector_add", (1 << 20,))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["matmul_tiled", "histogram"])
def test_a_launch_of_the_gallery_stays_small(name: str) -> None:
    assert len(launch_page(emulated(name))) < MOST_CHARACTERS


@pytest.mark.slow
def test_a_launch_of_a_million_threads_stays_small() -> None:
    assert len(launch_page(huge())) < MOST_CHARACTERS


@pytest.mark.slow
def test_what_was_measured_is_called_measured() -> None:
    trace = timed(right())
    assert trace.times is not None
    measured = replace(trace, times=replace(trace.times, source="measured"))

    seen = Seen(launch_card(measured))

    assert "kernel, measured" in seen.words
    assert "kernel, modelled" not in seen.words
