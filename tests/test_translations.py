"""Every text is found in the source, and what is translated fits its source."""

from __future__ import annotations

import string
from collections.abc import Mapping
from pathlib import Path

import pytest

from tools.translations.__main__ import FOLDER, ROOT
from tools.translations.collect import Collection, Collector, Found, collect
from tools.translations.modules import load_modules, read_module
from tools.translations.ts import Entry, joined, read_ts, updated, write_ts
from tools.translations.values import english_values

NAMES_NOT_WORDS = ("gpuviz/simt/lower/", "gpuviz/lesson/")
"""Rooms whose values are names of Python: `in`, `(array, expected, value)`."""


@pytest.fixture(scope="module")
def collection() -> Collection:
    return collect(ROOT)


@pytest.fixture(scope="module")
def entries() -> Mapping[tuple[str, str], Entry]:
    return read_ts(FOLDER / "zh_CN.ts")


def places(text: str) -> list[tuple[str, str]]:
    """The places for values in a template, each with its format."""
    return sorted((name, form or "") for _, name, form, _ in string.Formatter().parse(text) if name)


@pytest.mark.slow
def test_every_text_can_be_told_without_running(collection: Collection) -> None:
    lost = [one for one in collection.lost if not one.file.startswith("gpuviz/lesson/")]

    assert [str(one) for one in lost] == []


@pytest.mark.slow
def test_what_stands_in_a_sentence_as_a_value_is_no_english() -> None:
    found = english_values(ROOT)

    assert [str(one) for one in found if not one.file.startswith(NAMES_NOT_WORDS)] == []


@pytest.mark.slow
def test_every_text_is_translated(
    collection: Collection, entries: Mapping[tuple[str, str], Entry]
) -> None:
    wanted = collection.found

    missing = [one for one in wanted if not is_finished(entries, (one.context, one.source))]

    assert missing == []


def is_finished(entries: Mapping[tuple[str, str], Entry], key: tuple[str, str]) -> bool:
    return key in entries and entries[key].state == "finished"


def test_a_translation_has_the_places_of_its_source(
    entries: Mapping[tuple[str, str], Entry],
) -> None:
    translated = [one for one in entries.values() if one.translation]

    wrong = [one for one in translated if set(places(one.source)) != set(places(one.translation))]

    assert translated
    assert wrong == []


def test_a_translation_keeps_its_code_and_what_is_bold(
    entries: Mapping[tuple[str, str], Entry],
) -> None:
    translated = [one for one in entries.values() if one.translation]

    for mark in ("`", "**"):
        wrong = [one for one in translated if one.source.count(mark) != one.translation.count(mark)]
        assert wrong == []


def test_a_translation_has_an_accelerator_where_its_source_has_one(
    entries: Mapping[tuple[str, str], Entry],
) -> None:
    translated = [one for one in entries.values() if one.translation]

    wrong = [one for one in translated if one.source.count("&") != one.translation.count("&")]

    assert wrong == []


def test_translations_of_another_copy_are_taken_where_there_are_none() -> None:
    mine = {
        ("gpuviz", "a"): Entry("gpuviz", "a"),
        ("gpuviz", "b"): Entry("gpuviz", "b", "mine", "finished"),
    }
    others = {key: Entry(*key, "theirs", "finished") for key in [*mine, ("gpuviz", "c")]}

    both = joined(mine, others)

    assert [one.translation for one in both.values()] == ["theirs", "mine"]


@pytest.mark.slow
def test_an_update_keeps_translations_and_marks_what_is_gone(tmp_path: Path) -> None:
    found = [Found("gpuviz", "here & there", "a.py", 1), Found("gpuviz", "new", "b.py", 2)]
    known = {
        ("gpuviz", "here & there"): Entry("gpuviz", "here & there", "<处处>", "finished"),
        ("gpuviz", "gone"): Entry("gpuviz", "gone", "已去", "finished"),
        ("gpuviz", "never said"): Entry("gpuviz", "never said"),
    }

    write_ts(tmp_path / "x.ts", "zh_CN", updated(known, found))

    states = {source: one.state for (_, source), one in read_ts(tmp_path / "x.ts").items()}
    assert states == {"here & there": "finished", "new": "unfinished", "gone": "vanished"}
    kept = read_ts(tmp_path / "x.ts")["gpuviz", "here & there"]
    assert (kept.translation, kept.files) == ("<处处>", ("a.py",))


SOURCE = """
from gpuviz.messages import EnglishText, Message, word
from gpuviz.texts import tr

TABLE = {"one": "first", "two": "second"}

class Row:
    name: str
    label: EnglishText

ROWS = (Row("x", "a label"), Row(name="y", label="another " "label"))

def f(kind, many):
    text = "{n} of {m}"
    text += " blocks" if many else " block"
    return tr(TABLE[kind]), Message("c", text), word("a word"), tr("yes" if many else "no")

def lost(kind):
    return tr(kind)
"""


@pytest.mark.slow
def test_texts_are_followed_to_their_literals() -> None:
    modules = load_modules(ROOT, "gpuviz", ("gpuviz/simt", "gpuviz/insight"))
    modules["gpuviz.made_up"] = read_module("gpuviz/made_up.py", SOURCE)
    reading = Collector(modules)

    reading.read(modules["gpuviz.made_up"])

    assert {one.source for one in reading.found} == {
        *("first", "second", "a label", "another label", "a word", "yes", "no"),
        *("{n} of {m}", "{n} of {m} blocks", "{n} of {m} block"),
    }
    assert [str(one) for one in reading.lost] == [
        "gpuviz/made_up.py:19: the parameter kind, which is not declared as a text"
    ]
