"""The coloured words of one line of CUDA C at a time, for a text that is being typed."""

from __future__ import annotations

import re

from gpuviz.scene.source.line_words import Inside, LineWords
from gpuviz.scene.source.listing import SourceWord, WordKind

_KEYWORDS = (
    "__global__ __device__ __host__ __shared__ __constant__ __restrict__ __launch_bounds__"
    " __forceinline__ __noinline__ __managed__ __grid_constant__"
    " auto bool break case char class const constexpr continue default delete do double else enum"
    " extern false float for goto half if inline int long namespace new nullptr operator private"
    " public return short signed sizeof static static_assert static_cast reinterpret_cast"
    " const_cast struct switch template this true typedef typename union unsigned using virtual"
    " void volatile while size_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t"
    " __half"
)
KEYWORDS = frozenset(_KEYWORDS.split())
"""Words of C++ and CUDA, and the types that are written as often as those."""
OPEN: Inside = "/*"
CLOSE = "*/"
_WORD = re.compile(
    r"""
    (?P<comment>//.*)
  | (?P<long>/\*)
  | (?P<directive>^\s*\#\s*[a-z]*)
  | (?P<string>"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$))
  | (?P<number>(?:0[xX][\da-fA-F']+|0[bB][01']+
              |(?:\d[\d']*\.?[\d']*|\.\d[\d']*)(?:[eE][+-]?\d+)?)\w*)
  | (?P<name>[^\W\d]\w*)
    """,
    re.VERBOSE,
)


def c_line_words(text: str, inside: Inside = "") -> LineWords:
    """Colours one line; `inside` is "/*" in a comment that the line before it has left open."""
    words: list[SourceWord] = []
    at = 0
    while at < len(text):
        if inside == OPEN:
            at, inside = _long_comment(text, at, at, words)
            continue
        found = _WORD.search(text, at)
        if found is None:
            break
        at = found.end()
        if found["long"]:
            at, inside = _long_comment(text, found.start(), at, words)
        elif kind := _kind(found):
            start = found.start() + len(found[0]) - len(found[0].lstrip())
            words.append(SourceWord(start, at - start, kind))
    return LineWords(tuple(words), inside)


def _long_comment(
    text: str, start: int, content: int, words: list[SourceWord]
) -> tuple[int, Inside]:
    """Where a comment ends in this line, and whether it goes on in the next one."""
    end = text.find(CLOSE, content)
    stop = len(text) if end < 0 else end + len(CLOSE)
    words.append(SourceWord(start, stop - start, "comment"))
    return stop, OPEN if end < 0 else ""


def _kind(found: re.Match[str]) -> WordKind | None:
    if found["name"] is not None:
        return "keyword" if found["name"] in KEYWORDS else None
    if found["directive"] is not None:
        return "keyword"
    kinds: tuple[WordKind, ...] = ("comment", "string", "number")
    return next(kind for kind in kinds if found[kind] is not None)
