"""What C++ spells in several ways, or may be left out: `k << <g, b >> >(..)`, attributes, fences.

Words are brought into the one way that is read behind this: `<<<`, `__align__(16)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from gpuviz.cuda_c.cursor import BRACKETS, behind_brackets
from gpuviz.cuda_c.words import Word

ATTRIBUTES = ("__attribute__", "__attribute", "__declspec")
ASSEMBLER = ("asm", "__asm__", "__asm")
LEFT_OUT = ("__extension__", "__builtin_assume", "__assume", "__builtin_unreachable")
"""Words, with the brackets behind them, that tell a compiler something and do nothing."""


def in_one_way(words: list[Word]) -> list[Word]:
    """The same words without attributes and without asm that does nothing, launches as `<<<`."""
    found: list[Word] = []
    at = 0
    while at < len(words):
        word = words[at]
        if word.is_mark("[") and _opens_attribute(words, at):
            at = behind_brackets(words, at)
        elif word.is_name(*ATTRIBUTES) and _is(words, at + 1, "("):
            end = behind_brackets(words, at + 1)
            found += _kept_of_attribute(words[at:end])
            at = end
        elif word.is_name("alignas"):
            found.append(replace(word, text="__align__"))
            at += 1
        elif word.is_name(*ASSEMBLER) and (end := _behind_fence(words, at)):
            at = end
        elif word.is_name("_Pragma", *LEFT_OUT) and _is(words, at + 1, "("):
            at = behind_brackets(words, at + 1)
        elif word.is_name("final") and _is(words, at + 1, "{", ":"):
            at += 1
        elif _are(words, at, ("<<", "<"), ("<", "<<")):
            found.append(replace(word, text="<<<"))
            at += 2
        else:
            found.append(word)
            at += 1
    return _with_closed_launches(found)


def _is(words: Sequence[Word], at: int, *marks: str) -> bool:
    return at < len(words) and words[at].is_mark(*marks)


def _are(words: Sequence[Word], at: int, *runs: tuple[str, ...]) -> bool:
    """Whether the marks of one of some runs come next."""
    return any(all(_is(words, at + k, mark) for k, mark in enumerate(run)) for run in runs)


def _opens_attribute(words: Sequence[Word], at: int) -> bool:
    """Whether `[[` begins there: C++ keeps that for attributes."""
    return _is(words, at + 1, "[") and at + 2 < len(words) and words[at + 2].kind == "name"


def _kept_of_attribute(words: list[Word]) -> list[Word]:
    """Of attributes what changes how a structure lies in memory: `__align__(16)`, or `packed`."""
    for row, word in enumerate(words):
        if word.is_name("aligned", "__aligned__", "align") and _is(words, row + 1, "("):
            end = behind_brackets(words, row + 1)
            return [replace(word, text="__align__"), *words[row + 1 : end]]
        if word.is_name("packed", "__packed__"):
            return [replace(word, text="__packed__")]
    return []


def _behind_fence(words: Sequence[Word], at: int) -> int:
    """What follows `asm volatile("" ::: "memory");`, which no thread executes; 0 for other asm."""
    begin = at + 1
    while begin < len(words) and words[begin].is_name("volatile", "__volatile__"):
        begin += 1
    if not _is(words, begin, "("):
        return 0
    end = behind_brackets(words, begin)
    inside = words[begin + 1 : end - 1]
    empty = bool(inside) and inside[0].kind == "text" and not inside[0].text[1:-1].strip()
    plain = all(word.is_mark(":") or word.text in ('"memory"', "::") for word in inside[1:])
    return end if empty and plain else 0


def _with_closed_launches(words: list[Word]) -> list[Word]:
    """`>> >` and `> > >` that end a launch's configuration as `>>>`."""
    found: list[Word] = []
    open_launches = list[int]()  # at which depth of brackets each began
    depth, at = 0, 0
    while at < len(words):
        word = words[at]
        depth += word.is_mark(*BRACKETS) - word.is_mark(*BRACKETS.values())
        if word.is_mark("<<<"):
            open_launches.append(depth)
        elif open_launches and open_launches[-1] >= depth and word.is_mark(">", ">>", ">>>"):
            end, count = at, 0
            while count < 3 and _is(words, end, ">", ">>", ">>>"):
                count += len(words[end].text)
                end += 1
            if count == 3 and _is(words, end, "("):
                open_launches.pop()
                found.append(replace(word, text=">>>"))
                at = end
                continue
        found.append(word)
        at += 1
    return found
