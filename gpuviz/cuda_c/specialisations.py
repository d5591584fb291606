"""Explicit specialisations: `template <> float f<float>(float x)`."""

from __future__ import annotations

from gpuviz.cuda_c.words import Word


def head_of(heads: list[Word]) -> tuple[str, list[Word], list[Word]]:
    """Of the words before a function's brackets its name, those up to it, and its `<..>`.

    The name is "" where none stands there.
    """
    end = len(heads)
    if heads and heads[-1].is_mark(">", ">>"):
        depth = 0
        while end:
            end -= 1
            depth += {">": 1, ">>": 2, "<": -1}.get(heads[end].text, 0)
            if depth <= 0:
                break
    named = heads[:end]
    name = named[-1].text if named and named[-1].kind == "name" else ""
    return name, named, heads[end:]
