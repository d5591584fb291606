"""Structures that are declared within a function: they are read as if they stood above it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from gpuviz.cuda_c.cursor import behind_brackets
from gpuviz.cuda_c.words import Word

KEYWORDS = ("struct", "class", "union")


def lifted(
    words: list[Word], function: str, known: Collection[str], templates: Collection[str]
) -> tuple[list[Word], list[Word]]:
    """The declarations of structures in a function, and the function without them.

    One whose name is `known` already gets the function's name, too. One that names a parameter of
    the function's template stays where it is.
    """
    above, rest = list[Word](), list[Word]()
    renamed: dict[str, str] = {}
    depth, at = 0, 0
    while at < len(words):
        word = words[at]
        depth += word.is_mark("{") - word.is_mark("}")
        begin = at + word.is_name("typedef")
        body = _body(words, begin) if depth else 0
        if not body:
            rest.append(word)
            at += 1
            continue
        end = behind_brackets(words, body)
        inside = words[begin:end]
        if any(one.kind == "name" and one.text in templates for one in inside):
            rest += words[at:end]
            at = end
            continue
        last = end
        while last < len(words) and not words[last].is_mark(";"):
            last += 1
        name, own = _name(words, begin, body), words[at:end]
        if word.is_name("typedef"):
            name, own = words[last - 1], [*own, *words[end:last]]
        elif name is None:
            name = Word("name", f"structure of {word.place.line}:{word.place.column}", word.place)
            own = [word, name, *words[at + 1 : end]]
        if name.text in known or name.text in renamed:
            renamed[name.text] = f"{name.text} of {function}"
        above += [*own, replace(word, kind="mark", text=";")]
        if word.is_name("typedef"):
            at = last + 1
        elif words[end : end + 1] and words[end].is_mark(";"):
            at = end + 1
        else:
            rest.append(name)
            at = end
    if not renamed:
        return above, rest
    return _with_names(above, renamed), _with_names(rest, renamed)


def _with_names(words: list[Word], renamed: dict[str, str]) -> list[Word]:
    return [
        replace(word, text=renamed[word.text])
        if word.kind == "name" and word.text in renamed
        else word
        for word in words
    ]


def _body(words: list[Word], at: int) -> int:
    """Where the { of a structure stands that is declared there; 0 where none is."""
    if at >= len(words) or not words[at].is_name(*KEYWORDS):
        return 0
    row = at + 1
    while row < len(words):
        if words[row].is_mark("{"):
            return row
        if words[row].is_mark("("):
            row = behind_brackets(words, row)
        elif words[row].kind in ("name", "number") or words[row].is_mark(":", ","):
            row += 1
        else:
            return 0
    return 0


def _name(words: list[Word], begin: int, body: int) -> Word | None:
    """The name between the keyword and the {, behind `__align__(16)`."""
    row = begin + 1
    while row < body:
        if words[row].is_mark("("):
            row = behind_brackets(words, row)
            continue
        if words[row].kind == "name" and not words[row].is_name("__align__", "__packed__"):
            return words[row]
        row += 1
    return None
