"""A launch as bytes for a browser: nothing of it is lost, and nothing is said that is not so."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from gpuviz.insight.order import order_of
from gpuviz.web import payload_of
from gpuviz.web.words import WORDS
from tests.helpers.launches import emulated
from tests.helpers.traces import matmul_tiled, vector_add
from tests.web.payloads import column_of, header_of

CHINESE = re.compile("[\u4e00-\u9fff]")
SAME_IN_BOTH = {"SM", "{sm}"}
HOLE = re.compile(r"\{\w+\}")


def test_the_steps_come_in_the_order_in_which_they_are_played() -> None:
    trace = matmul_tiled()
    order = order_of(trace)
    assert order is not None
    assert trace.steps is not None

    payload = payload_of(trace)

    assert np.array_equal(column_of(payload, "step.mask"), trace.steps.mask[order.step])
    assert np.array_equal(column_of(payload, "step.round"), order.round)
    statements = column_of(payload, "step.statement")
    assert np.array_equal(statements, trace.steps.statement[order.step])


def test_every_element_that_was_touched_is_there_with_its_value() -> None:
    trace = vector_add(n=100, block=64)
    assert trace.accesses is not None

    payload = payload_of(trace)

    active = trace.accesses.element >= 0
    assert sorted(column_of(payload, "access.element")) == sorted(trace.accesses.element[active])
    assert sorted(column_of(payload, "access.bits4")) == sorted(trace.accesses.bits[active])


@pytest.mark.slow
@pytest.mark.parametrize("most_bytes", [300_000, 60_000, 15_000])
def test_a_payload_is_not_larger_than_it_may_be(most_bytes: int) -> None:
    payload = payload_of(emulated("matmul_tiled"), most_bytes)

    assert len(payload) <= most_bytes


@pytest.mark.slow
def test_blocks_that_were_left_out_are_told() -> None:
    trace = emulated("matmul_tiled")

    header = header_of(payload_of(trace, 300_000))

    kept, launch = header["followed"], header["launch"]
    assert 1 <= len(kept) < len(trace.followed) == launch["followed_before"]
    assert not launch["all_followed"]
    assert header["shown"]["block"] in kept


def test_the_blocks_of_a_hazard_stay() -> None:
    trace = emulated("broken_sum_shared")
    whole = payload_of(trace)

    header = header_of(payload_of(trace, len(whole) - 500))

    assert len(header["followed"]) < len(trace.followed)
    assert {one["block"] for one in header["hazards"][0]["parties"]} <= set(header["followed"])
    assert header["hazards"][0]["parties"][0]["moment"] is not None


@pytest.mark.slow
def test_figures_of_a_launch_do_not_change_with_what_is_left_out() -> None:
    trace = emulated("matmul_tiled")

    whole, part = header_of(payload_of(trace)), header_of(payload_of(trace, 60_000))

    assert part["languages"]["en"]["figures"] == whole["languages"]["en"]["figures"]


def test_a_launch_without_times_gets_modelled_ones_that_say_so() -> None:
    header = header_of(payload_of(replace(emulated("vector_add"), times=None)))

    values = [
        row["value"] for group in header["languages"]["en"]["figures"] for row in group["rows"]
    ]
    assert any(value.endswith("modelled") for value in values)


def test_a_launch_without_steps_says_why_there_is_nothing_to_play() -> None:
    trace = replace(emulated("vector_add"), steps=None, accesses=None, values=None, followed=())

    header = header_of(payload_of(trace))

    assert header["order"] is None
    assert "nothing to play" in header["languages"]["en"]["no_steps"]


@pytest.mark.parametrize("name", ["vector_add", "broken_sum_shared", "histogram"])
def test_every_sentence_of_the_page_is_there_in_chinese(name: str) -> None:
    languages = header_of(payload_of(emulated(name)))["languages"]

    pairs = list(zip(texts(languages["en"]), texts(languages["zh_CN"]), strict=True))

    untranslated = {english for english, chinese in pairs if not CHINESE.search(chinese)}
    assert {text for text in untranslated if has_words(text)} <= SAME_IN_BOTH
    assert all(set(HOLE.findall(one)) == set(HOLE.findall(other)) for one, other in pairs)


def texts(told: Any) -> Iterator[str]:
    if isinstance(told, str):
        yield told
    elif isinstance(told, dict):
        for key in sorted(told):
            if key != "tone":
                yield from texts(told[key])
    elif isinstance(told, list):
        for one in told:
            yield from texts(one)


def has_words(text: str) -> bool:
    """Whether somebody could translate it: units, names of arrays and figures are no words."""
    return re.search(r"[a-z]{4,}", HOLE.sub("", text)) is not None


def test_the_folders_of_a_machine_stay_there() -> None:
    trace = vector_add()
    sources = tuple(replace(one, file="/home/somebody/secret/a.py") for one in trace.functions)
    windows = replace(trace.functions[0], file="C:\\Users\\somebody\\b.py")
    cell = replace(trace.functions[0], file="<In [3]>")
    trace = replace(trace, functions=(*sources, windows, cell))

    files = [one["file"] for one in header_of(payload_of(trace))["functions"]]

    assert files == ["a.py", "b.py", "In [3]"]


def test_the_words_of_a_window_stay_as_they_are() -> None:
    from gpuviz.texts import tr

    payload_of(vector_add())

    assert tr("Play") == "Play"


def test_each_word_of_the_page_is_asked_for_by_its_front_end() -> None:
    from gpuviz.web import module_text

    module = module_text()
    made_up = ("order-", "engine-", "kind-", "keys-", "to-")  # their names are put together

    assert [name for name in WORDS if not name.startswith(made_up) and name not in module] == []


def test_a_payload_is_made_without_qt_and_without_numba() -> None:
    script = (
        "import sys, pathlib, gpuviz.web;"
        "print([name for name in sys.modules if name.split('.')[0] in ('PySide6', 'numba')])"
    )

    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "[]"


def test_a_name_written_from_right_to_left_leaves_its_index_where_it_is() -> None:
    trace = vector_add(n=100, block=64)
    shin = "\N{HEBREW LETTER SHIN}"
    named = replace(trace, arrays=tuple(replace(one, name=shin) for one in trace.arrays))

    arrays = header_of(payload_of(named))["arrays"]

    assert {one["name"] for one in arrays} == {f"\u2068{shin}\u2069"}
    assert header_of(payload_of(trace))["arrays"][0]["name"] == trace.arrays[0].name
