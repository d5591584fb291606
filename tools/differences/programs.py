"""Random kernels from a seed: numbers of all types, every way to branch, loop and call.

They end, stay inside their arrays and set every variable before they read it. Functions whose
results are rounded in ways of their own (sin, exp) are left to the table; so is what Numba leaves
undefined, such as shifts by more bits than there are. Some programs have types that Numba refuses:
then the emulator has to refuse them, too.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tools.differences.corners import KINDS, corners

THREADS = 64
DEEPEST = 3  # statements within statements
WHOLE_KINDS = ("b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")
REAL_KINDS = ("f4", "f8")
OUTPUTS = ("i1", "i4", "i8", "u1", "u8", "f4", "f8", "c16")
_WHOLE_LITERALS = ("0", "1", "2", "3", "7", "-1", "-5", "100", "255", "65536", "(1 << 40)", "True")
_REAL_LITERALS = (
    "0.0",
    "1.0",
    "-0.5",
    "2.75",
    "1e9",
    "np.float32(1.5)",
    "-0.0",
    "1e-310",
    "np.inf",
)
_MEASURED_CASTS = ("int", "np.int32", "np.uint32", "np.uint64")
_WHOLE_CASTS = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")


@dataclass(frozen=True, slots=True)
class Program:
    """The text of a kernel and its arguments."""

    text: str
    arguments: dict[str, Any]
    on_cpu: bool  # whether Numba's CPU code can take it


def program(seed: int) -> Program:
    """The program of a seed."""
    writer = _Writer(random.Random(seed))
    text = writer.kernel()
    known = _arguments(seed)
    names = text.partition("def kernel(")[2].partition(")")[0].split(", ")
    return Program(text, {name: known[name] for name in names}, "half" not in names)


def _arguments(seed: int) -> dict[str, Any]:
    chosen = random.Random(seed + 1)
    given = {}
    for kind in KINDS:
        values = corners(kind)
        usual = values[: max(2, len(values) // 2)]
        places = [chosen.randrange(len(usual)) for _ in range(THREADS // 2)]
        places += [chosen.randrange(len(values)) for _ in range(THREADS // 2)]
        chosen.shuffle(places)
        given["half" if kind == "f2" else kind] = values[places]
    outputs = {f"out_{kind}": np.zeros(THREADS, kind) for kind in OUTPUTS}
    return {**given, **outputs}


@dataclass
class _Writer:
    chosen: random.Random
    lines: list[str] = field(default_factory=list)
    counters: int = 0
    uses_half: bool = False

    def pick(self, *choices: str) -> str:
        return self.chosen.choice(choices)

    def kernel(self) -> str:
        """The text of two device functions and a kernel."""
        self.uses_half = self.chosen.random() < 0.25
        body: list[str] = []
        self.lines = body
        for _ in range(self.chosen.randint(2, 4)):
            self.statement(1, loop=False)
        starts = [f"    w{n} = {self.pick(*WHOLE_KINDS)}[i]" for n in range(3)]
        starts += [f"    r{n} = {self.pick(*REAL_KINDS)}[i]" for n in range(2)]
        starts += [f"    z = {self.pick('c8', 'c16')}[i]"]
        starts += [f"    own = cuda.local.array(4, np.{self.pick('int32', 'float32', 'int64')})"]
        starts += [f"    for k in range(4):\n        own[k] = {self.pick('k', 'k * 60', '-k')}"]
        starts += [f"    tile = cuda.shared.array({THREADS}, np.{self.pick('int64', 'float32')})"]
        starts += [f"    tile[i] = {self.pick('i', 'i1[i]', 'f4[i]')}"]
        ends = [
            "    out_i8[i] += w0",
            "    out_u8[i] ^= np.int64(w1) & np.int64(w2)",
            "    out_f8[i] += r0",
        ]
        ends += ["    out_f4[i] += r1", "    out_c16[i] += z", "    out_i4[i] += own[i & 3]"]
        ends += ["    out_f8[i] += tile[i]"]
        lines = [line for line in (*starts, *body, *ends) if self._is_needed(line, body)]
        given = ["half" if kind == "f2" else kind for kind in KINDS]
        given += [f"out_{kind}" for kind in OUTPUTS]
        names = [name for name in given if any(f"{name}[i]" in line for line in lines)]
        head = [f"def kernel({', '.join(names)}):", "    i = cuda.grid(1)"]
        functions = [self._device_function("first"), self._device_function("second")]
        return "\n".join([*functions, *head, *lines]) + "\n"

    def _is_needed(self, line: str, body: list[str]) -> bool:
        """Lines before and behind the body count where it has their variables."""
        names = re.findall(r"\b(own|tile|z|r1|w1|w2)\b", line)
        return line in body or all(re.search(rf"\b{name}\b", "\n".join(body)) for name in names)

    def _device_function(self, name: str) -> str:
        number = self.pick("p", "q", "p + q", "p * 2", "p - q", "q // 3", "-p", "p / 4")
        other = self.pick("p", "q", "p - 1", "1", "0.5", "q * q", "p % 5", "(p, q)[1]")
        test = self.pick("p > q", "p == 0", "p < 3 and q > 1", "not q", "1 < p <= 100")
        loop = self.pick("k < p", "q > k", "k == 2")
        return (
            f"@cuda.jit(device=True)\ndef {name}(p, q):\n    if {test}:\n        return {number}\n"
            f"    for k in range(3):\n        if {loop}:\n            return {other}\n"
            f"        q = q + {self.pick('1', 'p', '0.25')}\n"
            f"    return {self.pick('q', 'p', 'q * 2')}\n"
        )

    # expressions

    def whole(self, depth: int = 0) -> str:
        """A whole number or truth value."""
        if depth > 2 or self.chosen.random() < 0.2:
            kinds = [f"{kind}[i]" for kind in WHOLE_KINDS]
            return self.pick("w0", "w1", "w2", "w0", *kinds, "i", *_WHOLE_LITERALS)
        one, other = self.whole(depth + 1), self.whole(depth + 1)
        kind = self.pick(
            *("sum", "sum", "sum", "bits", "rest", "shift", "sign", "cast", "choice", "power"),
            *("extreme", "call", "item", "items", "divided", "real cast", "size", "either"),
        )
        return {
            "sum": f"({one} {self.pick('+', '-', '*')} {other})",
            "bits": f"({one} {self.pick('&', '|', '^')} {other})",
            "rest": f"({one} {self.pick('//', '%')} {other})",
            "shift": f"({one} {self.pick('<<', '>>')} ({other} & 31))",
            "sign": f"({self.pick('-', '~', '+')}{one})",
            "cast": f"np.{self.pick(*_WHOLE_CASTS)}({one})",
            "choice": f"({one} if {self.truth(depth + 1)} else {other})",
            "power": f"({one} ** {self.pick('2', '3', f'({other} & 7)', f'(-({other} & 3))')})",
            "extreme": f"{self.pick('min', 'max')}(np.int64({one}), np.int64({other}))",
            "call": f"int({self.pick('first', 'second')}({one}, {other}) + f4[i])",
            "item": f"({one}, {other}, 2.5)[{self.pick('0', '1', '-3')}]",
            "items": f"(np.int32({one}), np.int32({other}), np.int32(5))[i % 3]",
            "divided": f"divmod({one}, {other})[{self.pick('0', '1')}]",
            "real cast": f"{self.pick(*_MEASURED_CASTS)}({self.measured(depth + 1)})",
            "size": f"abs({one})",
            "either": f"({one} {self.pick('and', 'or')} {other})",
        }[kind]

    def real(self, depth: int = 0) -> str:
        """A fraction; now and then a whole number."""
        if depth > 2 or self.chosen.random() < 0.2:
            halves = ["np.float32(half[i])", "np.float64(half[i])"] if self.uses_half else []
            return self.pick("r0", "r1", "f4[i]", "f8[i]", *_REAL_LITERALS, *halves)
        one = self.real(depth + 1)
        other = self.real(depth + 1) if self.chosen.random() < 0.6 else self.whole(depth + 1)
        if self.chosen.random() < 0.5:
            one, other = other, one
        fraction = self.real(depth + 1)
        kind = self.pick(
            *("sum", "sum", "sum", "quotient", "rest", "cast", "choice", "extreme", "exact"),
            *("call", "power", "item", "part", "either", "whole", "round"),
        )
        return {
            "sum": f"({one} {self.pick('+', '-', '*')} {other})",
            "quotient": f"({one} / {other})",
            "rest": f"({fraction} {self.pick('//', '%')} {other})",
            "cast": f"np.{self.pick('float32', 'float64')}({one})",
            "choice": f"({one} if {self.truth(depth + 1)} else {other})",
            "extreme": f"{self.pick('min', 'max')}({fraction}, {self.real(depth + 1)})",
            "exact": f"math.{self.pick('sqrt', 'ceil', 'trunc', 'fabs')}({one})",
            "call": f"{self.pick('first', 'second')}({one}, {other})",
            "power": f"({fraction} ** {self.pick('2', '3', '(w0 % 5)', '-1', '(-(w1 & 3))')})",
            "item": f"({one}, {other})[{self.pick('0', '1')}]",
            "part": f"({self.complex(depth + 1)}).{self.pick('real', 'imag')}",
            "either": f"({one} {self.pick('and', 'or')} {other})",
            "whole": f"({self.whole(depth + 1)} / {self.whole(depth + 1)})",
            "round": f"round({self.measured(depth + 1)})",
        }[kind]

    def measured(self, depth: int) -> str:
        """A fraction that no compiler knows: a constant that does not fit may become anything."""
        return f"({self.real(depth)} + {self.pick('f4[i]', 'f8[i]')})"

    def complex(self, depth: int = 0) -> str:
        """A complex number."""
        if depth > 2 or self.chosen.random() < 0.3:
            return self.pick("z", "c8[i]", "c16[i]", "1j", "(2 - 0.5j)")
        one, other = self.complex(depth + 1), self.complex(depth + 1)
        kind = self.pick("sum", "sum", "mixed", "made", "quotient", "conjugate", "choice", "sign")
        return {
            "sum": f"({one} {self.pick('+', '-', '*')} {other})",
            "mixed": f"({one} {self.pick('+', '-', '*')} {self.real(depth + 1)})",
            "made": f"complex({self.real(depth + 1)}, {self.real(depth + 1)})",
            "quotient": f"({one} / (2 - 0.5j))",
            "conjugate": f"({one}).conjugate()",
            "choice": f"({one} if {self.truth(depth + 1)} else {other})",
            "sign": f"(-{one})",
        }[kind]

    def stored(self) -> str:
        """A number that may go into an array of whole numbers."""
        return self.whole(1) if self.chosen.random() < 0.5 else self.measured(1)

    def number(self, depth: int = 0) -> str:
        return self.whole(depth) if self.chosen.random() < 0.5 else self.real(depth)

    def truth(self, depth: int = 0) -> str:
        """A condition."""
        one, other = self.number(depth + 1), self.number(depth + 1)
        compared = f"{one} {self.pick('<', '<=', '==', '!=', '>', '>=')} {other}"
        kind = self.pick("compared", "compared", "chain", "join", "not", "number", "complex", "in")
        if depth > 2:
            return compared
        return {
            "compared": compared,
            "chain": f"{compared} {self.pick('<', '>=', '!=')} {self.number(depth + 1)}",
            "join": f"({compared} {self.pick('and', 'or')} {self.truth(depth + 1)})",
            "not": f"not {compared}",
            "number": one,
            "complex": " ".join(
                (self.complex(depth + 1), self.pick("==", "!="), self.complex(depth + 1))
            ),
            "in": f"np.int64({self.whole(depth + 1)}) {self.pick('in', 'not in')} (0, 1, -1)",
        }[kind]

    # statements

    def block(self, depth: int, loop: bool) -> None:
        for _ in range(self.chosen.randint(1, 3)):
            self.statement(depth, loop)

    def statement(self, depth: int, loop: bool) -> None:
        """One statement, with what stands in it."""
        simple = ["assign"] * 3 + ["real", "real", "complex", "pair", "add", "store", "own", "tile"]
        inner = ["if", "if", "while", "for"] if depth < DEEPEST else []
        jumps = ["break", "continue"] if loop and depth > 2 else []
        getattr(self, f"_{self.pick(*simple, *inner, *jumps)}")(depth, loop)

    def _write(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def _assign(self, depth: int, loop: bool) -> None:
        self._write(depth, f"{self.pick('w0', 'w1', 'w2')} = {self.whole(1)}")

    def _real(self, depth: int, loop: bool) -> None:
        self._write(depth, f"{self.pick('r0', 'r1')} = {self.number(1)}")

    def _complex(self, depth: int, loop: bool) -> None:
        self._write(depth, f"z = {self.complex(1)}")

    def _pair(self, depth: int, loop: bool) -> None:
        self._write(depth, f"w1, r0 = {self.whole(2)}, {self.real(2)}")

    def _add(self, depth: int, loop: bool) -> None:
        whole = f"{self.pick('w0', 'w1')} {self.pick('+=', '-=', '*=', '//=', '%=', '&=')}"
        real = f"{self.pick('r0', 'r1')} {self.pick('+=', '-=', '*=', '/=')}"
        if self.chosen.random() < 0.5:
            self._write(depth, f"{whole} {self.whole(1)}")
        else:
            self._write(depth, f"{real} {self.number(1)}")

    def _store(self, depth: int, loop: bool) -> None:
        kind = self.pick(*OUTPUTS[:-1])
        sign = self.pick("=", "=", "+=", "-=")
        value = self.number(1) if kind in REAL_KINDS else self.stored()
        self._write(depth, f"out_{kind}[i] {sign} {value}")

    def _own(self, depth: int, loop: bool) -> None:
        self._write(depth, f"own[{self.whole(2)} & 3] {self.pick('=', '+=')} {self.stored()}")

    def _tile(self, depth: int, loop: bool) -> None:
        self._write(depth, f"tile[i] {self.pick('=', '+=')} {self.stored()}")

    def _if(self, depth: int, loop: bool) -> None:
        self._write(depth, f"if {self.truth(1)}:")
        self.block(depth + 1, loop)
        if self.chosen.random() < 0.3:
            self._write(depth, f"elif {self.truth(1)}:")
            self.block(depth + 1, loop)
        if self.chosen.random() < 0.6:
            self._write(depth, "else:")
            self.block(depth + 1, loop)

    def _while(self, depth: int, loop: bool) -> None:
        self.counters += 1
        name = f"left{self.counters}"
        self._write(depth, f"{name} = {self.pick('3', 'i % 4', '2')}")
        self._write(depth, f"while {name} > 0 and {self.truth(1)}:")
        self._write(depth + 1, f"{name} -= 1")
        self.block(depth + 1, loop=True)

    def _for(self, depth: int, loop: bool) -> None:
        self.counters += 1
        turns = self.pick("3", "i % 4", "1, 4", "5, 0, -2", "np.uint8(2)")
        self._write(depth, f"for k{self.counters} in range({turns}):")
        self._write(depth + 1, f"w2 = w2 + k{self.counters}")
        self.block(depth + 1, loop=True)

    def _break(self, depth: int, loop: bool) -> None:
        self._write(depth, f"if {self.truth(2)}:\n{'    ' * (depth + 1)}break")

    def _continue(self, depth: int, loop: bool) -> None:
        self._write(depth, f"if {self.truth(2)}:\n{'    ' * (depth + 1)}continue")
