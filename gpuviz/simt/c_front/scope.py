"""What is known while a function of CUDA C is lowered: what its names mean, block by block."""

from __future__ import annotations

import ast
import dataclasses
import functools
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import CType, Reference, Scalar, Struct
from gpuviz.cuda_c.unit import Unit
from gpuviz.messages import EnglishTemplate, SourcePlace
from gpuviz.simt.c_front.typed import Place, PointerVariable, Typed, Variable
from gpuviz.simt.execution.control import Construct, ConstructKind
from gpuviz.simt.execution.launch_state import AccessPoint
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.types import NUMBERS, Type

if TYPE_CHECKING:
    from gpuviz.simt.c_front.program import CProgram

Meaning = Typed | Place
Placed = syntax.Node | ast.AST
PRODUCTS: dict[str, ast.operator] = {"+": ast.Add(), "-": ast.Sub(), "*": ast.Mult()}


@dataclass(eq=False)
class CScope(Scope):
    """One function being lowered for one combination of argument types."""

    unit: Unit = None  # type: ignore[assignment]
    names: list[dict[str, Meaning]] = field(default_factory=lambda: [{}])
    result: CType | None = None
    gives_place: bool = False  # whether the function gives a reference that can be set
    returned: Type | None = None  # what its returns give, as far as they have been lowered
    targets: list[tuple[int, bool]] = field(default_factory=list)
    """Where break goes to: the slot of each loop or switch, and whether it is a loop."""
    assigned: frozenset[str] = frozenset()  # names that are set after their declaration
    addressed: frozenset[str] = frozenset()  # variables whose address is taken
    owner: str = ""  # the structure that the function is a method of
    inside: str = ""  # the structure in which it stands, be it static
    folding: int = 0  # how many constexpr functions are computed around it
    reading: list[str] = field(default_factory=list)  # constants of the file that are being read

    @property
    def c_program(self) -> CProgram:
        """The program that the function belongs to."""
        return self.program  # type: ignore[return-value]

    def meaning(self, name: str) -> Meaning | None:
        """What a name stands for in the block that is lowered."""
        return next((names[name] for names in reversed(self.names) if name in names), None)

    def names_inside(self, name: str) -> Iterator[str]:
        """What a name may stand for in the structure around the function, and in its bases."""
        around = self.unit.types.get(self.inside)
        for structure in around.lineage if isinstance(around, Struct) else ():
            yield f"{structure.name}::{name}"

    def declare(self, name: str, meaning: Meaning) -> None:
        """A name of the block that is lowered."""
        self.names[-1][name] = meaning

    def variable(
        self, name: str, kind: Scalar, shown: str = "", constant: bool = False, sure: bool = True
    ) -> Variable:
        """A new variable for a number."""
        row = self.program.variable(self.row, shown or name, kind).row
        return Variable(kind, shown or name, self.new_slot(name), row, constant, sure)

    def pointer(self, name: str, kind: Any, sure: bool = True) -> PointerVariable:
        """A new variable for a pointer."""
        key = f"{name}*{len(self.slots)}"
        self.slot_of(key, np.dtype(np.int64))
        return PointerVariable(kind, name, key, sure=sure)

    def new_slot(self, name: str) -> int:
        """A slot that no other declaration of the name has."""
        return self.slots.setdefault((f"{name}@{len(self.slots)}", NUMBERS), len(self.slots))

    def text_of(self, node: syntax.Node) -> str:
        """A node as its author wrote it."""
        if isinstance(node, syntax.Name):
            return node.id
        source = self.program.functions[self.row]
        first, last = (line - source.first_line for line in (node.lineno, node.end_lineno))
        lines = source.text.split("\n")[first : last + 1]
        lines[-1:] = [line[: node.end_col_offset] for line in lines[-1:]]
        lines[:1] = [line[node.col_offset :] for line in lines[:1]]
        return "\n".join(lines).strip() or "value"

    def place(self, node: Any) -> SourcePlace:
        """Where a node stands in the author's file."""
        return super().place(node)

    def point(self, node: Any) -> AccessPoint:
        """The place of an access."""
        return super().point(node)

    def construct(self, node: Any, kind: ConstructKind) -> Construct:
        """A loop, an if or a call, as what is around the accesses in it."""
        return super().construct(node, kind)

    def refuse(self, node: Any, code: str, template: EnglishTemplate, **values: object) -> NoReturn:
        """Raises NotSupportedError at a node."""
        super().refuse(node, code, template, **values)

    def counted(self, node: Any, result: Expr, special: bool = False, times: int = 1) -> Expr:
        """Notes that the statement does an operation at a node."""
        if isinstance(node, syntax.Node):
            node = shadow(node)
        return super().counted(node, result, special, times)


def located(made: Any, node: Placed) -> Any:
    """A node of Python's syntax tree with the place of a node."""
    for name in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
        setattr(made, name, getattr(node, name))
    return made


def shadow(node: syntax.Node, deep: bool = True) -> Any:
    """A node of Python's tree that stands for one of C's where operations are counted."""
    if isinstance(node, syntax.Binary) and node.mark in PRODUCTS:
        blank = ast.Constant(None)
        sides = [shadow(side, deep=False) if deep else blank for side in (node.left, node.right)]
        return located(ast.BinOp(sides[0], PRODUCTS[node.mark], sides[1]), node)
    if isinstance(node, syntax.Assignment) and node.mark in PRODUCTS:
        value = shadow(node.value, deep=False)
        target = ast.Name("x", ast.Store())
        return located(ast.AugAssign(target, PRODUCTS[node.mark], value), node)
    return located(ast.Constant(None), node)


def call_node(node: syntax.Node, name: str, *given: str) -> ast.Call:
    """A call as those who lower functions of CUDA take it; of arguments only the words."""
    words: list[ast.expr] = [ast.Name(word, ast.Load()) for word in given]
    called = located(ast.Name(name, ast.Load()), node)
    return located(ast.Call(called, words, []), node)  # type: ignore[no-any-return]


@functools.cache
def _members(kind: type[syntax.Node]) -> tuple[str, ...]:
    """Of a class of nodes those members that may be, or hold, nodes."""
    places = {one.name for one in dataclasses.fields(syntax.Node)}
    return tuple(one.name for one in dataclasses.fields(kind) if one.name not in places)


def parts_of(node: object) -> Iterator[syntax.Node]:
    """A node and all nodes in it."""
    if isinstance(node, syntax.Node):
        yield node
        for name in _members(type(node)):  # type: ignore[arg-type]
            yield from parts_of(getattr(node, name))
    elif isinstance(node, (list, tuple)):
        for part in node:
            yield from parts_of(part)


def assigned_names(node: object) -> frozenset[str]:
    """Variables that are set other than by their declaration."""
    found = set[str]()
    for part in parts_of(node):
        target: object = None
        if isinstance(part, syntax.Call) and getattr(part.called, "id", "") == "swap":
            found |= set(map(named_place, part.arguments))
        if isinstance(part, syntax.Assignment):
            target = part.target
        elif isinstance(part, (syntax.Unary, syntax.Postfix)) and part.mark in ("++", "--"):
            target = part.operand
        elif isinstance(part, syntax.Variable) and isinstance(part.kind, Reference):
            target = part.value  # what is set through its other name
        found.add(named_place(target))
        if isinstance(target, syntax.Conditional):  # (a < b ? a : b) = 1
            found |= {
                one.id for one in parts_of([target.yes, target.no]) if isinstance(one, syntax.Name)
            }
    return frozenset(found - {""})


def named_place(node: object) -> str:
    """The variable that `x`, `x.member` and `(float&)x` are, or are parts of; "" for all others."""
    while isinstance(node, syntax.Cast) or (isinstance(node, syntax.Member) and not node.through):
        node = node.operand if isinstance(node, syntax.Cast) else node.base
    return node.id if isinstance(node, syntax.Name) else ""
