"""What the host code of a file tells of its launches, read without running it.

`kernel<<<grid, block, shared>>>(..)` gives grid and block where they are made of numbers that the
host names; cudaMalloc gives the lengths of arrays, cudaMemcpy says which are copied to the device.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.comments import declared_numbers, numbers_said
from gpuviz.cuda_c.host_arithmetic import MATH, number_of
from gpuviz.cuda_c.host_functions import CALLS, HARMLESS, READS
from gpuviz.cuda_c.host_shapes import named_in, parts_of
from gpuviz.cuda_c.host_values import UNKNOWN, bytes_of
from gpuviz.cuda_c.parser import Parser
from gpuviz.cuda_c.types import DIM3, CType
from gpuviz.cuda_c.unit import Unit
from gpuviz.cuda_c.words import Word
from gpuviz.messages import NotSupportedError

MOST_DEEP = 40  # names that stand for names
LONGEST_CALL = 400  # words, of a launch or a call of cudaMalloc
NO_SIZES = ("seed",)
"""Names that are no sizes: each run has a seed of its own."""
CEILING = ("ceil", "ceilf")
SETS = ("=", "+=", "-=", "*=", "/=", "%=", "<<=", ">>=", "&=", "|=", "^=", "++", "--")
TYPES = ("int", "unsigned", "long", "short", "char", "bool", "float", "double", "size_t", "auto")
NO_CALLS = ("if", "while", "for", "switch", "return", "sizeof", "dim3", "float", "double", "int")
"""Words before a bracket that call nothing."""


@dataclass(frozen=True, slots=True)
class HostLaunch:
    """One `kernel<<<grid, block, shared>>>(arguments)` as it is written."""

    kernel: str
    templates: tuple[CType | syntax.Expression, ...]
    configuration: tuple[syntax.Expression, ...]
    arguments: tuple[syntax.Expression, ...]


@dataclass(eq=False)
class HostCode:
    """What was found in the host's functions; names by the first value that they get."""

    unit: Unit
    launches: list[HostLaunch] = field(default_factory=list)
    values: dict[str, syntax.Expression] = field(default_factory=dict)
    allocated: dict[str, syntax.Expression] = field(default_factory=dict)  # bytes, by pointer
    copied_in: set[str] = field(default_factory=set)
    symbols: set[str] = field(default_factory=set)  # constants that the host sets
    changing: set[str] = field(default_factory=set)
    """Names that have more than one value: single lines do not tell which."""


def read_host(unit: Unit) -> HostCode:
    """The host code of a file; what cannot be read is passed over."""
    return _HostReader(unit).read()


class _HostReader:
    def __init__(self, unit: Unit) -> None:
        self._words = unit.host_words
        self._found = HostCode(unit)
        self._unit = unit
        pairs = zip(self._words, self._words[1:], strict=False)
        heads = {two.text for one, two in pairs if one.is_name(*TYPES, "void")}
        self._defined = heads | set(unit.functions)
        self._texts: dict[str, str] = {}  # of first values

    def read(self) -> HostCode:
        """All that is known."""
        for at, word in enumerate(self._words):
            if word.is_mark("<<<"):
                self._launch(at)
            elif word.is_name("cudaMalloc", "cudaMallocManaged"):
                self._allocation(at)
            elif word.is_name("cudaMemcpy", "cudaMemcpyAsync"):
                self._copy(at)
            elif word.is_name("cudaMemcpyToSymbol"):
                for argument in self._arguments(at + 1)[:1]:
                    self._found.symbols |= {p.text for p in argument if p.kind == "name"}
            elif at == 0 or self._words[at - 1].is_mark(";", "{", "}", "("):
                self._declaration(at)
        self._found.changing |= self._changing()
        return self._found

    def _changing(self) -> set[str]:
        """Names that are set again, read from a stream, taken by a function that may set them, or
        that of a parameter.
        """
        words, found = self._words, set[str]()
        declared = {at for at, _, _ in declared_numbers(words)}
        for at in range(1, len(words) - 1):
            before, word, behind = words[at - 1 : at + 2]
            if word.kind != "name" or at in declared:
                continue
            is_set = behind.is_mark(*SETS) and not before.is_mark(".", "->", "*")
            address = before.is_mark("&") and words[at - 2].is_mark("(", ",", "=")
            steps = before.is_mark("++", "--") or address
            read = before.is_mark(">>") and behind.is_mark(";", ">>", ")")
            typed = before.is_name(*TYPES) or before.text.endswith("_t")
            taken = before.is_mark("(", ",") and behind.is_mark(",", ")") and self._takes(at)
            if (
                (is_set and before.kind != "name")
                or steps
                or read
                or taken
                or (typed and before.kind == "name" and behind.is_mark(",", ")"))
            ):
                found.add(word.text)
        return found

    def _takes(self, at: int) -> bool:
        """Whether an argument may be a reference of a function that is not known."""
        depth = 0
        for row in range(at - 1, max(at - LONGEST_CALL, 0), -1):
            depth += self._words[row].is_mark(")") - self._words[row].is_mark("(")
            if depth < 0:
                name = self._words[row - 1]
                known = name.text in (*CALLS, *MATH, *HARMLESS, *NO_CALLS, *self._defined)
                return name.kind == "name" and not known and not READS.match(name.text)
        return False

    def _parser(self, words: list[Word]) -> Parser:
        return self._unit.parser(words, {"dim3": DIM3})

    def _expression(self, words: list[Word]) -> syntax.Expression | None:
        try:
            parser = self._parser(words)
            found = parser.assignment()
        except NotSupportedError:
            return None
        return found if parser.word.kind == "end" else None

    def _declaration(self, at: int) -> None:
        words = self._words[at : at + 80]
        if words[0].kind != "name":
            return
        parser = self._parser(words)
        try:
            if not parser.at_type():
                return
            declared = parser.declaration()
        except NotSupportedError:
            return
        for variable in declared.variables:
            said = " ".join(word.text for word in words[: parser.at])
            if variable.value is not None and self._texts.setdefault(variable.name, said) != said:
                self._found.changing.add(variable.name)
            number = variable.kind == DIM3 or isinstance(variable.kind, np.dtype)
            if variable.value is not None and (number or type(variable.kind).__name__ == "Auto"):
                self._found.values.setdefault(variable.name, variable.value)

    def _arguments(self, at: int) -> list[list[Word]]:
        """What stands between the brackets that begin at a word."""
        found: list[list[Word]] = [[]]
        depth = 0
        for word in self._words[at : at + LONGEST_CALL]:
            if word.is_mark("(", "[", "{"):
                depth += 1
                if depth == 1:
                    continue
            elif word.is_mark(")", "]", "}"):
                depth -= 1
                if depth <= 0:
                    return found
            if depth == 1 and word.is_mark(","):
                found.append([])
            elif depth:
                found[-1].append(word)
            else:
                break
        return []

    def _launch(self, at: int) -> None:
        begin, templates = at - 1, tuple[CType | syntax.Expression, ...]()
        if self._words[begin].is_mark(">", ">>"):
            depth = 0
            while begin >= max(0, at - LONGEST_CALL):
                depth += {">": 1, ">>": 2, "<": -1}.get(self._words[begin].text, 0)
                if depth == 0:
                    break
                begin -= 1
            try:
                templates = self._parser(self._words[begin:at]).template_arguments()
            except NotSupportedError:
                return
            begin -= 1
        last = min(at + LONGEST_CALL, len(self._words))
        end = next((k for k in range(at, last) if self._words[k].is_mark(">>>")), 0)
        if not end or begin < 0 or self._words[begin].kind != "name":
            return
        configuration = [self._expression(part) for part in _split(self._words[at + 1 : end])]
        arguments = [self._expression(part) for part in self._arguments(end + 1) if part]
        blank = syntax.Name("?", lineno=1, col_offset=0)
        self._found.launches.append(
            HostLaunch(
                self._words[begin].text,
                templates,
                tuple(part or blank for part in configuration),
                tuple(part or blank for part in arguments),
            )
        )

    def _allocation(self, at: int) -> None:
        arguments = [self._expression(part) for part in self._arguments(at + 1)]
        if len(arguments) < 2:
            return
        pointer, size = arguments[:2]
        name = named_in(pointer)
        if name and size is not None:
            self._found.allocated.setdefault(name, size)
            if self._words[at].text == "cudaMallocManaged":
                self._found.copied_in.add(name)

    def _copy(self, at: int) -> None:
        arguments = self._arguments(at + 1)
        if len(arguments) >= 4 and any("HostToDevice" in w.text for w in arguments[3]):
            name = named_in(self._expression(arguments[0]))
            if name:
                self._found.copied_in.add(name)


def _split(words: list[Word]) -> list[list[Word]]:
    found: list[list[Word]] = [[]]
    depth = 0
    for word in words:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(word.text, 0)
        if word.is_mark(",") and not depth:
            found.append([])
        else:
            found[-1].append(word)
    return found


def pointer_in(
    node: syntax.Expression | None,
) -> tuple[str, syntax.Expression | None]:
    """The pointer that is passed, and what is added to it: `d_in + RADIUS`."""
    if isinstance(node, syntax.Binary) and node.mark == "+":
        name = named_in(node.left)
        return (name, node.right) if name else (named_in(node.right), node.left)
    return named_in(node), None


class Formula:
    """Host expressions as texts for operation.Expression, in the sizes that a launch has."""

    def __init__(self, host: HostCode) -> None:
        self._host = host
        self._given = numbers_said(host.unit.text)
        self.sizes: dict[str, int] = {}  # that were met, with the values that the host gives them
        self.is_strict = False  # whether nothing is told of names that change
        self.fixed: frozenset[str] = frozenset()  # names that are no sizes: those of the block

    def text(self, node: syntax.Expression | None, depth: int = 0) -> str | None:
        """The text; None for what cannot be known without running the host."""
        if node is None or depth > MOST_DEEP:
            return None
        plain = self.number(node)
        named = any(part.id in self._host.values for part in _names(node))
        if plain is not None and not named:
            return str(plain) if isinstance(plain, int) else None
        if isinstance(node, syntax.Name):
            return self._named(node.id, depth)
        if isinstance(node, syntax.Cast):
            return self.text(node.operand, depth + 1)
        if isinstance(node, syntax.Binary):
            return self._binary(node, depth)
        if isinstance(node, syntax.Member) and node.name in ("x", "y", "z"):
            return self.axis(node.base, node.name, depth + 1)
        if isinstance(node, syntax.Call) and isinstance(node.called, syntax.Name):
            return self._called(node, node.called.id, depth)
        return None

    def names_of(self, node: syntax.Expression) -> frozenset[str]:
        """All names that an expression depends on."""
        found, left = set[str](), [node]
        while left and len(found) < MOST_DEEP:
            for name in _names(left.pop()):
                if name.id not in found:
                    found.add(name.id)
                    value = self._host.values.get(name.id)
                    left += [] if value is None else [value]
        return frozenset(found)

    def axis(self, node: syntax.Expression, name: str, depth: int = 0) -> str | None:
        """The x, y or z of a dim3 or of a number."""
        place = "xyz".find(name)
        if isinstance(node, syntax.Name) and node.id in self._host.values and depth < MOST_DEEP:
            value = self._host.values[node.id]
            if isinstance(value, syntax.Values) or self._is_dim3(value):
                return self.axis(value, name, depth + 1)
        if isinstance(node, syntax.Call) and self._is_dim3(node):
            items = node.arguments
            return self.text(items[place], depth + 1) if place < len(items) else "1"
        if isinstance(node, syntax.Values):
            return self.text(node.items[place], depth + 1) if place < len(node.items) else "1"
        return self.text(node, depth + 1) if place == 0 else "1"

    def _is_dim3(self, node: syntax.Expression) -> bool:
        if not isinstance(node, syntax.Call) or not isinstance(node.called, syntax.Name):
            return False
        return node.called.id == "dim3"

    def _value(self, name: str) -> syntax.Expression | None:
        """The first value of a name."""
        is_told = not self.is_strict or name not in self._host.changing
        return self._host.values.get(name) if is_told else None

    def _named(self, name: str, depth: int) -> str | None:
        value = self._value(name)
        if value is None:
            given = self._given.get(name)
            if isinstance(given, int) and given > 0 and name not in self.fixed:
                self.sizes[name] = given
                return name
            known = self._host.unit.variables.get(name)
            return None if known is None else self.text(known.variable.value, depth + 1)
        number = self.number(value)
        used = any(part.id in self._host.values for part in _names(value))
        if isinstance(number, int) and name in self.fixed:
            return str(number)
        if name in NO_SIZES and isinstance(number, int):
            return str(number)
        if isinstance(number, int) and number > 0 and not used:
            self.sizes[name] = number
            return name
        return self.text(value, depth + 1)

    def _binary(self, node: syntax.Binary, depth: int) -> str | None:
        left, right = self.text(node.left, depth + 1), self.text(node.right, depth + 1)
        mark = {"/": "//"}.get(node.mark, node.mark)
        if left is None or right is None:
            return None
        if mark == "<<" and right.isdigit() and int(right) < 40:
            return f"({left} * {1 << int(right)})"
        if mark == ">>" and right.isdigit() and int(right) < 40:
            return f"({left} // {1 << int(right)})"
        return f"({left} {mark} {right})" if mark in ("+", "-", "*", "//", "%") else None

    def _called(self, node: syntax.Call, name: str, depth: int) -> str | None:
        if name in ("min", "max") and len(node.arguments) == 2:
            parts = [self.text(part, depth + 1) for part in node.arguments]
            return None if None in parts else f"{name}({parts[0]}, {parts[1]})"
        inside = node.arguments[0] if len(node.arguments) == 1 else None
        while isinstance(inside, syntax.Cast):
            inside = inside.operand
        if name in CEILING and isinstance(inside, syntax.Binary) and inside.mark == "/":
            left, right = (self._rounded(side, depth) for side in (inside.left, inside.right))
            return None if left is None or right is None else f"(-(-{left} // {right}))"
        return None

    def _rounded(self, node: syntax.Expression, depth: int) -> str | None:
        number = self.number(node)
        if isinstance(number, float) and number == int(number):
            return str(int(number))
        return self.text(node, depth + 1)

    def number(self, node: syntax.Expression | None, depth: int = 0) -> int | float | None:
        """The number that the host gives an expression; None where that is not known."""
        if node is None or depth > MOST_DEEP:
            return None
        if isinstance(node, syntax.Number):
            return node.value if not isinstance(node.value, bool) else int(node.value)
        if isinstance(node, syntax.Name):
            known = self._host.unit.variables.get(node.id)
            value = self._value(node.id)
            if value is None and known is not None:
                value = known.variable.value
            if value is None and node.id in self._given:
                return self._given[node.id]
            return self.number(value, depth + 1)
        if isinstance(node, syntax.SizeOf):
            return None if isinstance(node.of, syntax.Node) else bytes_of(node.of)
        if isinstance(node, syntax.Cast):
            inner = self.number(node.operand, depth + 1)
            whole = isinstance(node.kind, np.dtype) and node.kind.kind in "iu"
            return int(inner) if whole and inner is not None else inner
        if isinstance(node, syntax.Unary) and node.mark in ("-", "+"):
            inner = self.number(node.operand, depth + 1)
            return None if inner is None else (-inner if node.mark == "-" else inner)
        if isinstance(node, syntax.Binary):
            sides = [self.number(side, depth + 1) for side in (node.left, node.right)]
            found = UNKNOWN if None in sides else number_of(node.mark, *sides)
            return found if isinstance(found, (int, float)) else None
        if isinstance(node, syntax.Conditional):
            test = self.number(node.test, depth + 1)
            chosen = node.yes if test else node.no
            return None if test is None else self.number(chosen, depth + 1)
        return None


def _names(node: object) -> Iterator[syntax.Name]:
    return (part for part in parts_of(node) if isinstance(part, syntax.Name))
