"""One thread of a GPU that executes PTX, as far as the kernels of the tests use it: an oracle for
what a compiler's code really runs through.

PTX ISA 8, chapter 9, says what each instruction does. Memory holds zeros, floats are not computed.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from gpuviz.engines.cuda_gpu.ptx import LABEL

INSTRUCTION = re.compile(r"\s+(?:@(!?)(%\w+)\s+)?([a-z]\w*(?:\.[\w:]+)*)\s*([^;]*);")
PARAMETER = re.compile(r"\[\w+_param_(\d+)(?:\+\d+)?\]")
MOST_STEPS = 200_000

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    name: getattr(operator, name) for name in ("eq", "ne", "lt", "le", "gt", "ge")
}


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


BINARY: dict[str, Callable[[int, int], int]] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "shl": operator.lshift,
    "shr": operator.rshift,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "min": min,
    "max": max,
    "div": _quotient,
    "rem": lambda a, b: a - b * _quotient(a, b),
}


class Executed(NamedTuple):
    """One instruction: whether it is done where this predicate (not) holds, its name, operands."""

    negated: bool
    predicate: str
    name: str
    operands: tuple[str, ...]


class Thread:
    """Executes a kernel from its first instruction to its end."""

    def __init__(self, ptx: str, parameters: dict[int, int], special: dict[str, int]) -> None:
        self._parameters, self._values = parameters, dict(special)
        self._labels: dict[str, int] = {}
        self._code: list[Executed] = []
        inside = False
        for text in ptx.splitlines():
            inside = inside or text.startswith("{")
            if label := LABEL.match(text):
                self._labels[label[1]] = len(self._code)
            elif inside and (found := INSTRUCTION.match(text)):
                operands = tuple(part.strip() for part in found[4].split(","))
                self._code.append(Executed(bool(found[1]), found[2] or "", found[3], operands))

    def run(self) -> Iterator[str]:
        """The names of the instructions in the order in which the thread executes them."""
        at = 0
        for _ in range(MOST_STEPS):
            code = self._code[at]
            at += 1
            yield code.name
            if code.predicate and bool(self._values[code.predicate]) == code.negated:
                continue
            if code.name == "ret":
                return
            if code.name.startswith("bra"):
                at = self._labels[code.operands[0]]
            else:
                self._do(code.name.split("."), code.operands)
        raise RuntimeError("the thread never ends")

    def _do(self, name: list[str], operands: tuple[str, ...]) -> None:
        root, kind = name[0], name[-1]
        if root in ("bar", "st", "red"):
            return
        result, *sources = operands
        if root in ("ld", "atom") or kind in ("f32", "f64"):
            self._values[result] = self._loaded(name, sources)
            return
        values = [self._value(source) for source in sources]
        if kind[0] == "u":
            values = [value & (1 << int(kind[1:])) - 1 for value in values]
        value = self._computed(root, name, values)
        self._values[result] = _wrapped(value >> 64 if "hi" in name else value, kind)

    def _loaded(self, name: list[str], sources: list[str]) -> int:
        found = PARAMETER.fullmatch(sources[0]) if "param" in name else None
        return self._parameters[int(found[1])] if found else 0

    def _computed(self, root: str, name: list[str], values: list[int]) -> int:
        if root == "setp":
            return int(COMPARISONS[name[1]](values[0], values[1]))
        if root == "selp":
            return values[0] if values[2] else values[1]
        if root == "mad":
            return values[0] * values[1] + values[2]
        if root in BINARY:
            return BINARY[root](values[0], values[1])
        if root == "not":
            return 1 - values[0] if name[-1] == "pred" else ~values[0]
        if root in ("neg", "abs"):
            return -values[0] if root == "neg" else abs(values[0])
        if root in ("mov", "cvt", "cvta"):
            return values[0]
        raise NotImplementedError(".".join(name))

    def _value(self, operand: str) -> int:
        if operand.startswith("%"):
            return self._values[operand]
        return int(operand) if operand.lstrip("-").isdigit() else 0  # 0: where an array begins


def _wrapped(value: int, kind: str) -> int:
    """What is left of a number in a type, as a number with a sign where the type has one."""
    if kind == "pred":
        return value & 1
    bits = int(kind[1:])
    value &= (1 << bits) - 1
    signed = kind[0] in "sb" or bits == 64
    return value - (1 << bits) if signed and value >> (bits - 1) else value
