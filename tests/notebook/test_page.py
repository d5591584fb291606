"""Several launches below one cell."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpuviz.messages import Message, RequestRefused
from gpuviz.notebook.page import MOST_CHARACTERS, MOST_ROWS, launches_page, telling
from tests.notebook.launches import broken_off, right, wrong
from tests.notebook.test_card import Seen


def test_of_many_launches_those_that_are_wrong_come_first_and_repeats_are_left_out() -> None:
    good, bad, broken = right(), wrong(), broken_off()

    assert telling([good, good, bad, good, bad, broken]) == [2, 5, 0]


@pytest.mark.slow
def test_each_launch_has_a_row_with_its_number_in_the_variable() -> None:
    seen = Seen(launches_page([right(), wrong()], name="mine"))

    assert "2 launches" in seen.words
    assert "✓ no hazard" in seen.words
    assert "✕ 2 hazards" in seen.words
    assert "mine[0] alone in a cell shows one" in seen.words
    assert "1. shift" in seen.words


@pytest.mark.slow
def test_rows_beyond_the_limit_are_counted_and_the_page_stays_small() -> None:
    page = launches_page([right()] * (MOST_ROWS + 7))

    assert "and 7 more" in page
    assert len(page) < MOST_CHARACTERS


def test_without_a_launch_the_page_says_what_one_looks_like() -> None:
    assert "kernel[blocks, threads](arguments)" in launches_page([])


@pytest.mark.slow
def test_a_failure_that_no_launch_tells_of_is_told_and_others_only_once() -> None:
    broken = broken_off()
    assert broken.failure is not None
    known = RequestRefused(broken.failure)
    other = RequestRefused(Message("a.code", "<b>{what}</b>", {"what": "another one"}))

    page = launches_page([broken], [known, other])

    assert page.count("&lt;b&gt;another one") == 1
    assert Seen(page).words.count("ValueError") == 1


def test_a_brief_page_has_no_picture() -> None:
    page = launches_page([replace(right(), kernel="<k>")], most_cards=0)

    assert "<img" not in page
    assert "&lt;k&gt;" in page
    assert "1 launch" in page
