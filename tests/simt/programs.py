"""Random kernels for hypothesis: whole numbers, every way to branch, loop, jump and call.

They end, stay inside their arrays and set every variable before they read it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

NAMES = ("x", "y", "z")
DEEPEST = 3  # statements within statements
DEVICE_FUNCTION = """
@cuda.jit(device=True)
def mixed(n, a):
    if n % 4 == 0:
        return a[n % 16]
    while n > 3:
        n = n // 2 - 1
        if n % 3 == 1:
            return n
    return n + 1
"""


@dataclass
class _Writer:
    """Draws statements and writes their lines."""

    draw: st.DrawFn
    lines: list[str] = field(default_factory=list)
    loops: int = 0

    def pick(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def number(self, depth: int = 0) -> str:
        """A whole number; its size stays small."""
        if depth > 2:
            return self.pick("i", *NAMES, "1", "2", "5")
        kind = self.pick(
            *("leaf", "leaf", "leaf", "sum", "rest", "element", "choice", "either", "call"),
            *("extreme", "item", "pair", "total", "parts"),
        )
        if kind == "leaf":
            return self.number(3)
        one, other = self.number(depth + 1), self.number(depth + 1)
        return {
            "sum": f"({one} {self.pick('+', '-', '^', '|')} {other})",
            "rest": f"({one} {self.pick('%', '//')} {self.pick('2', '3', '7')})",
            "element": f"a[{one} % 16]",
            "choice": f"({one} if {self.truth(depth + 1)} else {other})",
            "either": f"({one} {self.pick('and', 'or')} {other})",
            "call": f"mixed({one}, a)",
            "extreme": f"{self.pick('min', 'max')}({one}, {other})",
            "item": f"({one}, {other}, {self.number(3)})[{self.number(3)} % 3]",
            "pair": f"(({one}, {other}) + ({self.number(3)},))[{self.pick('0', '1', '-1')}]",
            "total": f"sum(({one}, {other}), {self.number(3)})",
            "parts": f"divmod({one}, {self.pick('2', '5')})[{self.pick('0', '1')}]",
        }[kind]

    def truth(self, depth: int = 0) -> str:
        """A condition."""
        one, other = self.number(depth + 1), self.number(depth + 1)
        compared = f"{one} {self.pick('<', '<=', '==', '!=', '>')} {other}"
        kind = self.pick(
            *("compared", "compared", "chain", "and", "or", "not", "number", "in", "pair")
        )
        if kind == "compared" or depth > 2:
            return compared
        return {
            "chain": f"{compared} < {self.number(depth + 1)}",
            "and": f"({compared} and {self.truth(depth + 1)})",
            "or": f"({compared} or {self.truth(depth + 1)})",
            "not": f"not {compared}",
            "number": one,
            "in": f"{one} {self.pick('in', 'not in')} {self.members(other)}",
            "pair": f"({one}, {other}) {self.pick('<', '>=', '==')} ({other}, {one})",
        }[kind]

    def members(self, one: str) -> str:
        """A tuple of numbers of one type."""
        return f"({one}, 1, 2)"

    def whole(self) -> str:
        """A whole number that a loop can count to."""
        return self.number()

    def block(self, depth: int, loop: bool) -> None:
        """One to three statements at an indentation."""
        for _ in range(self.draw(st.integers(1, 3))):
            self.statement(depth, loop)

    def statement(self, depth: int, loop: bool) -> None:
        simple = ["assign", "assign", "pair", "add", "store", "store", "add element"]
        jumps = ["break", "continue"] if loop else []
        inner = ["if", "if", "else", "while", "for"] if depth < DEEPEST else []
        kind = self.pick(*simple, *inner, *jumps, *(["return"] if depth > 1 else []))
        getattr(self, "_" + kind.replace(" ", "_"))(depth, loop)

    def _write(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def _assign(self, depth: int, loop: bool) -> None:
        self._write(depth, f"{self.pick(*NAMES)} = {self.number()} % 50")

    def _pair(self, depth: int, loop: bool) -> None:
        self._write(depth, f"x, y = {self.number(2)}, {self.number(2)}")

    def _add(self, depth: int, loop: bool) -> None:
        self._write(
            depth, f"{self.pick(*NAMES)} {self.pick('+=', '-=', '//=')} {self.pick(*'123')}"
        )

    def _store(self, depth: int, loop: bool) -> None:
        self._write(depth, f"out[i] = {self.number()} % 1000")

    def _add_element(self, depth: int, loop: bool) -> None:
        self._write(depth, f"out[i] {self.pick('+=', '^=')} {self.number()} % 1000")

    def _if(self, depth: int, loop: bool) -> None:
        self._write(depth, f"if {self.truth()}:")
        self.block(depth + 1, loop)

    def _else(self, depth: int, loop: bool) -> None:
        self._if(depth, loop)
        if self.draw(st.booleans()):
            self._write(depth, f"elif {self.truth()}:")
            self.block(depth + 1, loop)
        self._write(depth, "else:")
        self.block(depth + 1, loop)

    def _while(self, depth: int, loop: bool) -> None:
        self.loops += 1
        name = f"w{self.loops}"
        self._write(depth, f"{name} = {self.whole()} % 5")
        self._write(depth, f"while {name} > 0 and {self.truth()}:")
        self._write(depth + 1, f"{name} -= 1")
        self._rest_of_loop(depth, loop)

    def _for(self, depth: int, loop: bool) -> None:
        self.loops += 1
        limits = self.pick("{} % 4", "1, {} % 6", "{} % 5, -1, -2", "3")
        self._write(depth, f"for k{self.loops} in range({limits.format(self.whole())}):")
        self._write(depth + 1, f"z = (z + k{self.loops}) % 50")
        self._rest_of_loop(depth, loop)

    def _rest_of_loop(self, depth: int, loop: bool) -> None:
        self.block(depth + 1, loop=True)
        if self.draw(st.booleans()):
            self._write(depth, "else:")
            self.block(depth + 1, loop)

    def _break(self, depth: int, loop: bool) -> None:
        self._write(depth, "break")

    def _continue(self, depth: int, loop: bool) -> None:
        self._write(depth, "continue")

    def _return(self, depth: int, loop: bool) -> None:
        self._write(depth, "return")


class _TypedWriter(_Writer):
    """The same statements with numbers of many types; loops still count whole numbers."""

    def number(self, depth: int = 0) -> str:
        if depth > 2:
            elements = ("single[i]", "double[i]", "byte[i]", "short[i]", "word[i]")
            return self.pick("i", *NAMES, *elements, "2", "0.75", "np.float32(1.5)", "True")
        kind = self.pick(
            *("leaf", "leaf", "sum", "sum", "cast", "choice", "either", "call", "extreme"),
            *("size", "total"),
        )
        if kind == "leaf":
            return self.number(3)
        one, other = self.number(depth + 1), self.number(depth + 1)
        return {
            "sum": f"({one} {self.pick('+', '-', '*', '/', '//', '%')} {other})",
            "cast": f"{self.pick('np.float32', 'np.float64')}({one})",
            "choice": f"({one} if {self.truth(depth + 1)} else {other})",
            "either": f"({one} {self.pick('and', 'or')} {other})",
            "call": f"mixed({one}, {other})",
            "extreme": f"{self.pick('min', 'max')}(+{one}, +{other})",  # of truth values: numbers
            "size": f"abs({one})",
            "total": f"sum(({one}, {other}))",
        }[kind]

    def members(self, one: str) -> str:
        """A tuple of numbers of one type."""
        return f"({one}, {one})"

    def whole(self) -> str:
        """A whole number that a loop can count to."""
        return f"(i + {self.pick('0', '1', '3')})"

    def _assign(self, depth: int, loop: bool) -> None:
        self._write(depth, f"{self.pick(*NAMES)} = {self.number()}")

    def _store(self, depth: int, loop: bool) -> None:
        self._write(depth, f"out[i] = {self.number()}")

    def _add_element(self, depth: int, loop: bool) -> None:
        array = self.pick("out", "single", "double")
        self._write(depth, f"{array}[i] {self.pick('+=', '*=', '-=')} {self.number()}")


TYPED_DEVICE_FUNCTION = """
@cuda.jit(device=True)
def mixed(p, q):
    if p > q:
        return p
    for k in range(3):
        if q > k:
            return k
    return q * 2
"""

ARRAYS = "out, single, double, byte, short, word"


@st.composite
def typed_programs(draw: st.DrawFn) -> str:
    """The text of a device function and of a kernel of the arrays ARRAYS."""
    writer = _TypedWriter(draw)
    for _ in range(draw(st.integers(2, 5))):
        writer.statement(1, loop=False)
    head = [f"def kernel({ARRAYS}):", "    i = cuda.grid(1)", "    x, y, z = i, single[i], byte[i]"]
    tail = ["    out[i] += x", "    double[i] += y", "    single[i] += z"]
    return "\n".join([TYPED_DEVICE_FUNCTION, *head, *writer.lines, *tail]) + "\n"


@st.composite
def programs(draw: st.DrawFn) -> str:
    """The text of a device function and of a kernel(a, out); a has at least 16 elements."""
    writer = _Writer(draw)
    for _ in range(draw(st.integers(2, 5))):
        writer.statement(1, loop=False)
    head = ["def kernel(a, out):", "    i = cuda.grid(1)", "    x, y, z = i, i % 3, a[i % 16]"]
    tail = ["    out[i] += x + 10 * y + 100 * z"]
    return "\n".join([DEVICE_FUNCTION, *head, *writer.lines, *tail]) + "\n"
