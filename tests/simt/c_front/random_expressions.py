"""Random expressions of C whose value the standard tells: no overflow of a shift, no division by 0.

Signed sums and products wrap around (gcc has -fwrapv for that), fractions never become whole
numbers that have no place in their type.
"""

from __future__ import annotations

import random

import numpy as np

WHOLE = {
    "c": ("char", np.int8), "uc": ("unsigned char", np.uint8), "s": ("short", np.int16),
    "us": ("unsigned short", np.uint16), "i": ("int", np.int32), "u": ("unsigned", np.uint32),
    "l": ("long long", np.int64), "ul": ("unsigned long long", np.uint64),
}  # fmt: skip
FRACTIONS = {"f": ("float", np.float32), "d": ("double", np.float64)}
VARIABLES = WHOLE | FRACTIONS
LITERALS = ("0", "1", "7", "255", "40000", "2147483647", "3000000000u", "0xffffffff", "5ll", "9ull")


class Expressions:
    """Makes expressions from a seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def one(self) -> tuple[str, bool]:
        """An expression, and whether it is a whole number."""
        whole = self._random.random() < 0.6
        return (self._whole(4) if whole else self._fraction(4)), whole

    def _pick(self, choices: tuple[str, ...]) -> str:
        return self._random.choice(choices)

    def _whole(self, depth: int) -> str:
        if depth == 0:
            return self._pick((*WHOLE, *LITERALS))
        kind = self._random.randrange(12)
        left, right = self._whole(depth - 1), self._whole(depth - 1)
        if kind < 3:
            return f"({left} {self._pick(('+', '-', '*'))} {right})"
        if kind == 3:
            return f"({left} {self._pick(('/', '%'))} (({right} & 7) + 1))"
        if kind == 4:
            return f"({left} {self._pick(('/', '%'))} -((int)({right} & 7) + 2))"
        if kind == 5:
            return f"({left} {self._pick(('<<', '>>'))} ({right} & 7))"
        if kind == 6:
            return f"({left} {self._pick(('&', '|', '^'))} {right})"
        if kind == 7:
            return f"({self._pick(('-', '~', '+', '!'))}{left})"
        if kind == 8:
            return f"({left} {self._pick(('<', '<=', '>', '>=', '==', '!='))} {right})"
        if kind == 9:
            return f"({left} {self._pick(('&&', '||'))} {right})"
        if kind == 10:
            return f"({self._condition(depth - 1)} ? {left} : {right})"
        name = self._pick(tuple(name for name, _ in WHOLE.values()))
        inner = left if self._random.random() < 0.7 else self._pick(("f", "d"))
        return f"(({name if inner not in ('f', 'd') else 'int'}){inner})"

    def _condition(self, depth: int) -> str:
        if self._random.random() < 0.5:
            return self._whole(depth)
        mark = self._pick(("<", ">", "<=", "!="))
        return f"({self._fraction(depth)} {mark} {self._fraction(depth)})"

    def _fraction(self, depth: int) -> str:
        if depth == 0:
            return self._pick((*FRACTIONS, "1.5f", "0.1", "2.0f", "3e-2"))
        kind = self._random.randrange(8)
        left, right = self._fraction(depth - 1), self._fraction(depth - 1)
        if kind < 3:
            return f"({left} {self._pick(('+', '-', '*'))} {right})"
        if kind == 3:
            return f"({left} / ({right} * {right} + 1.25f))"
        if kind == 4:
            return f"({left} {self._pick(('+', '*', '-'))} {self._whole(depth - 1)})"
        if kind == 5:
            return f"({self._condition(depth - 1)} ? {left} : {right})"
        if kind == 6:
            return f"(-{left})"
        return f"(({self._pick(('float', 'double'))}){left})"


def values(count: int, seed: int) -> dict[str, np.ndarray]:
    """Values of the variables: whole numbers of all sizes, small fractions."""
    rng = np.random.default_rng(seed)
    found: dict[str, np.ndarray] = {}
    for name, (_, dtype) in WHOLE.items():
        bits = rng.integers(0, 2**64, count, dtype=np.uint64, endpoint=False)
        shift = rng.integers(0, 64, count).astype(np.uint64)
        found[name] = (bits >> shift).astype(dtype)
    for name, (_, fraction) in FRACTIONS.items():
        found[name] = rng.normal(0, 50, count).astype(fraction)
    return found
