"""Translation files of Qt Linguist (.ts): reading, bringing up to date, writing."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from tools.translations.collect import Found

State = Literal["finished", "unfinished", "vanished"]
HEAD = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'


@dataclass(frozen=True, slots=True)
class Entry:
    """One text and its translation; `files` are those where it stands, relative to the root."""

    context: str
    source: str
    translation: str = ""
    state: State = "unfinished"
    files: tuple[str, ...] = ()


Entries = Mapping[tuple[str, str], Entry]
"""By context and source."""


def read_ts(path: Path) -> dict[tuple[str, str], Entry]:
    """The entries of a file; none where there is no file yet."""
    if not path.is_file():
        return {}
    entries = [
        _entry(context.findtext("name", ""), message)
        for context in ET.parse(path).getroot().iter("context")
        for message in context.iter("message")
    ]
    return {(entry.context, entry.source): entry for entry in entries}


def updated(entries: Entries, found: Iterable[Found]) -> dict[tuple[str, str], Entry]:
    """The entries for what was found: translations stay, and those of texts that are gone too."""
    files: dict[tuple[str, str], list[str]] = {}
    for one in found:
        files.setdefault((one.context, one.source), []).append(one.file)
    fresh = {
        key: _with_files(entries.get(key, Entry(*key)), sorted(set(places)))
        for key, places in files.items()
    }
    gone = {
        key: replace(entry, state="vanished", files=())
        for key, entry in entries.items()
        if key not in fresh and entry.translation
    }
    return fresh | gone


def joined(entries: Entries, others: Entries) -> dict[tuple[str, str], Entry]:
    """The entries, with the translations of `others` where they have none that is finished."""
    taken = {
        key: replace(entry, translation=others[key].translation, state="finished")
        for key, entry in entries.items()
        if entry.state == "unfinished" and key in others and others[key].state == "finished"
    }
    return {**entries, **taken}


def write_ts(path: Path, language: str, entries: Entries) -> None:
    """Write a file: contexts by name, texts in the order of the files they stand in."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f"{HEAD}<TS version={quoteattr('2.1')} language={quoteattr(language)}>"]
    for context in sorted({entry.context for entry in entries.values()}):
        lines += ["<context>", f"    <name>{escape(context)}</name>"]
        inside = [entry for entry in entries.values() if entry.context == context]
        for entry in sorted(inside, key=_place):
            lines += _message_lines(entry)
        lines.append("</context>")
    path.write_text("\n".join([*lines, "</TS>", ""]), encoding="utf-8")


def _entry(context: str, message: ET.Element) -> Entry:
    translation = message.find("translation")
    kind = "" if translation is None else translation.get("type", "")
    state: State = "vanished" if kind in ("vanished", "obsolete") else "finished"
    words = (translation.text or "") if translation is not None else ""
    if state == "finished" and (kind == "unfinished" or not words):
        state = "unfinished"
    files = tuple(
        one.get("filename", "").removeprefix("../../") for one in message.iter("location")
    )
    return Entry(context, message.findtext("source", ""), words, state, files)


def _with_files(entry: Entry, files: list[str]) -> Entry:
    revived: State = "unfinished" if entry.state == "vanished" else entry.state
    return replace(entry, state=revived, files=tuple(files))


def _place(entry: Entry) -> tuple[bool, tuple[str, ...], str]:
    return entry.state == "vanished", entry.files, entry.source


def _message_lines(entry: Entry) -> Iterable[str]:
    yield "    <message>"
    for file in entry.files:
        yield f"        <location filename={quoteattr('../../' + file)}/>"
    yield f"        <source>{escape(entry.source)}</source>"
    kind = "" if entry.state == "finished" else f' type="{entry.state}"'
    yield f"        <translation{kind}>{escape(entry.translation)}</translation>"
    yield "    </message>"
