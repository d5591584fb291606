"""PTX as text becomes functions of instructions, and data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

WIDTHS = {"8": 1, "16": 2, "16x2": 4, "32": 4, "64": 8}
"""Bytes of a type of PTX by what stands behind its letter."""

_LINE_DIRECTIVE = re.compile(r"^\s*\.(?:version|target|address_size|file|loc)\b[^\n]*$", re.M)
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
_LABEL = re.compile(r"\s*(\$?\w+)\s*:")
_GUARD = re.compile(r"@(!?)(%[\w$]+)\s+")
_REGISTERS = re.compile(r"\.reg\s+\.(\w+)\s+(.*)", re.S)
_VARIABLE = re.compile(
    r"(?:\.(?:visible|weak|common|extern)\s+)*\.(\w+)\s+(?:\.align\s+(\d+)\s+)?\.(\w+)\s+([\w$]+)"
    r"(?:\[(\d*)\])?\s*(?:=\s*(.*))?$",
    re.S,
)
_PARAMETER = re.compile(
    r"\.param\s+(?:\.align\s+\d+\s+)?\.(\w+)\s+(?:\.ptr\s+[^,)]*?)?([\w$]+)\s*(?:\[(\d+)\])?"
)
_FUNCTION = re.compile(
    r"\.(entry|func)\s*(?:\(([^)]*)\))?\s*([\w$]+)\s*(?:\(([^)]*)\))?(?:\s*\.\w+[^{]*)?$", re.S
)


def size_of(kind: str) -> int:
    """Bytes of a number of a type, without its dot: u32, f64, pred."""
    return 1 if kind == "pred" else WIDTHS[kind[1:]]


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction: its name in parts, operands, and the predicate that it depends on."""

    name: tuple[str, ...]
    operands: tuple[str, ...]
    predicate: str = ""
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Variable:
    """Bytes with a name, in a state space: global, const, shared, local or param."""

    name: str
    space: str
    align: int
    data: bytes


@dataclass
class Function:
    """A kernel or function: instructions, what its labels stand before, its registers' types."""

    name: str
    is_kernel: bool
    results: tuple[tuple[str, int], ...]
    parameters: tuple[tuple[str, int], ...]
    code: list[Instruction] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    registers: dict[str, str] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)


@dataclass
class Module:
    """All functions of a text, by name, and the data that stands outside of them."""

    functions: dict[str, Function] = field(default_factory=dict)
    variables: list[Variable] = field(default_factory=list)

    @property
    def kernel(self) -> Function:
        """The one kernel of the module."""
        (kernel,) = (function for function in self.functions.values() if function.is_kernel)
        return kernel


def read_module(ptx: str) -> Module:
    """The functions and data of a text."""
    module = Module()
    reader: _Reader | None = None
    depth = 0
    for kind, text in _pieces(_LINE_DIRECTIVE.sub("", _COMMENT.sub("", ptx))):
        if reader is None:
            if kind == "open":
                reader, depth = _Reader(_function(text)), 0
            elif found := _VARIABLE.match(text):
                module.variables.append(_variable(found))
            continue
        if kind == "open":
            depth += 1
            reader.open()
        elif kind == "close" and depth:
            depth -= 1
            reader.close()
        elif kind == "close":
            module.functions[reader.function.name] = reader.function
            reader = None
        else:
            reader.take(kind, text)
    return module


def _pieces(text: str) -> Iterator[tuple[str, str]]:
    """Statements, labels, and braces that open or close a scope; not those of operands."""
    at = start = 0
    while at < len(text):
        sign = text[at]
        if sign == ";":
            yield "statement", text[start:at].strip()
        elif sign == ":" and (label := _LABEL.fullmatch(text[start : at + 1])):
            yield "label", label[1]
        elif sign == "{" and _opens_scope(text[start:at].strip()):
            yield "open", text[start:at].strip()
        elif sign == "{":
            at = text.index("}", at) + 1
            continue
        elif sign == "}":
            yield "close", ""
        else:
            at += 1
            continue
        at += 1
        start = at


def _opens_scope(before: str) -> bool:
    return not before or (re.search(r"\.(?:entry|func)\b", before) is not None)


def _function(header: str) -> Function:
    found = _FUNCTION.search(header)
    assert found is not None, header
    kind, results, name, parameters = found.groups()
    return Function(name, kind == "entry", _parameters(results), _parameters(parameters))


def _parameters(text: str | None) -> tuple[tuple[str, int], ...]:
    found = _PARAMETER.finditer(text or "")
    return tuple((one[2], size_of(one[1]) * int(one[3] or 1)) for one in found)


def _variable(found: re.Match[str]) -> Variable:
    space, align, kind, name, count, values = found.groups()
    size = size_of(kind)
    given = [int(part, 0) for part in values.strip("{} \n").split(",")] if values else []
    data = b"".join((value % 256**size).to_bytes(size, "little") for value in given)
    length = size * int(count or 1)
    return Variable(name, space, int(align or size), data.ljust(length, b"\0"))


class _Reader:
    """Takes the statements of one function; names of inner scopes get the scope's number."""

    def __init__(self, function: Function) -> None:
        self.function = function
        self._scopes: list[dict[str, str]] = [{}]
        self._opened = 0

    def open(self) -> None:
        self._opened += 1
        self._scopes.append({})

    def close(self) -> None:
        self._scopes.pop()

    def take(self, kind: str, text: str) -> None:
        if kind == "label":
            self.function.labels[text] = len(self.function.code)
        elif found := _REGISTERS.match(text):
            for name in found[2].split(","):
                self._declare(name.strip(), found[1])
        elif text.startswith((".pragma", ".branchtargets")) or not text:
            return
        elif text.startswith("."):
            variable = _VARIABLE.match(text)
            assert variable is not None, text
            made = _variable(variable)
            name = self._own_name(made.name)
            self.function.variables.append(Variable(name, made.space, made.align, made.data))
        else:
            self.function.code.append(self._instruction(text))

    def _declare(self, name: str, kind: str) -> None:
        many = re.fullmatch(r"(%?[\w$]+)<(\d+)>", name)
        names = [f"{many[1]}{i}" for i in range(int(many[2]))] if many else [name]
        for one in names:
            self.function.registers[self._own_name(one)] = kind

    def _own_name(self, name: str) -> str:
        if len(self._scopes) == 1:
            return name
        own = f"{name}@{self._opened}"
        self._scopes[-1][name] = own
        return own

    def _instruction(self, text: str) -> Instruction:
        guard = _GUARD.match(text)
        rest = text[guard.end() :] if guard else text
        name, _, operands = rest.partition(" ") if " " in rest else rest.partition("\t")
        name, _, more = name.partition("\t")
        parts = tuple(self._renamed(part) for part in _operands(more + " " + operands))
        predicate = self._renamed(guard[2]) if guard else ""
        return Instruction(tuple(name.split(".")), parts, predicate, bool(guard and guard[1]))

    def _renamed(self, operand: str) -> str:
        def own(found: re.Match[str]) -> str:
            for scope in reversed(self._scopes):
                if found[0] in scope:
                    return scope[found[0]]
            return found[0]

        return re.sub(r"%?[\w$]+", own, operand)


def _operands(text: str) -> Iterator[str]:
    """Parts between commas that stand in no brackets."""
    depth, part = 0, ""
    for sign in text:
        depth += (sign in "({[") - (sign in ")}]")
        if sign == "," and not depth:
            yield part.strip()
            part = ""
        else:
            part += sign
    if part.strip():
        yield part.strip()
