"""Lambdas of the device: called where they are known, with the names that they see.

The body of a lambda shares the frame of the function that it stands in: what it captures by
reference is the variable itself, what it captures by value has a variable of its own there, which
is set where the lambda is met. Each call lowers the body for its arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import Auto, CType, Reference, without_reference
from gpuviz.simt.c_front import expressions, memory, places, statements
from gpuviz.simt.c_front.scope import CScope, Meaning, assigned_names, parts_of
from gpuviz.simt.c_front.typed import (
    Address,
    Closure,
    Element,
    PointerVariable,
    StructVariable,
    Typed,
    Variable,
    Whole,
    kind_of,
)
from gpuviz.simt.execution.context import CallFrame, ExecutionContext, Reading
from gpuviz.simt.execution.control import ControlFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.nodes import LoweredFunction
from gpuviz.simt.lower.scope import UNKNOWN
from gpuviz.simt.types import ArrayType

Work = Callable[[CallFrame, Mask], object]
CALL = "operator()"


class ClosureFrame(CallFrame):
    """A call of a lambda: its variables are those of the frame that it stands in."""

    __slots__ = ("outer",)

    def __init__(self, outer: CallFrame, entry: Mask) -> None:
        super().__init__(outer.context, 0, entry)
        self.outer = outer
        self.variables, self.owners = outer.variables, outer.owners

    def assign(self, slot: int, mask: Mask, value: Value) -> None:
        """The active lanes set a variable; the others keep what they have."""
        self.outer.assign(slot, mask, value)

    def check_set(self, slot: int, mask: Mask, read: Reading) -> None:
        """Where an active lane reads a variable that it never set, it is a hazard."""
        self.outer.check_set(slot, mask, read)


@dataclass(eq=False)
class ClosureBody(LoweredFunction):
    """A lambda's body lowered for one call; its first argument is the frame that it stands in."""

    given: list[int] = field(default_factory=list)  # the slots of the other arguments
    own: range = range(0)  # slots that a call begins without values

    def frame(self, context: ExecutionContext, mask: Mask, values: list[Value]) -> CallFrame:
        """A frame with the arguments in their slots."""
        frame = ClosureFrame(values[0], mask)
        for slot in self.own:
            frame.variables[slot] = frame.owners[slot] = None
        for slot, value in zip(self.given, values[1:], strict=True):
            frame.variables[slot], frame.owners[slot] = value, mask
        return frame


# What it captures


def made(scope: CScope, node: syntax.Lambda) -> Closure:
    """A lambda that is met. Raises NotSupportedError for what it cannot capture."""
    names: tuple[dict[str, Any], ...] = (*map(dict, scope.names), {})
    works: list[Work] = []
    explicit = {capture.name: capture for capture in node.captures}
    for name in sorted(_names_in(node) | set(explicit)):
        capture = explicit.get(name)
        if capture is not None and capture.value is not None:
            names[-1][name] = _named_value(scope, capture, works)
            continue
        meaning = scope.meaning(name)
        if meaning is None or not _is_captured(scope, name, meaning):
            continue
        how = node.default if capture is None else "&" if capture.by_reference else "="
        if how == "":
            text = "{name} is not captured: write [&] or [=] in place of [], or its name in it."
            scope.refuse(node, "capture", text, name=name)
        if how == "=":
            names[-1][name] = _copied(scope, node, name, meaning, works)

    def run(frame: CallFrame, mask: Mask) -> Value:
        for work in works:
            work(frame, mask)
        return frame

    scope.c_program.kept.append(names)  # functions are told apart by it
    return Closure(node, scope, names, run)


def _names_in(node: syntax.Lambda) -> set[str]:
    """The names that a body may take from around it."""
    parts = list(parts_of([node.body, node.parameters]))
    own = {part.name for part in parts if isinstance(part, syntax.Variable)}
    return {part.id for part in parts if isinstance(part, syntax.Name)} - own


def _is_captured(scope: CScope, name: str, meaning: Meaning) -> bool:
    """Whether it is a variable of the function, and no member, constant or shared memory."""
    if scope.owner and scope.names[0].get(name) is meaning:
        this = scope.names[0].get("this")
        if name == "this" or (isinstance(this, StructVariable) and meaning in this.members):
            return False
    if isinstance(meaning, Variable):
        return meaning.known is UNKNOWN
    if isinstance(meaning, (Element, Whole)):
        kind = meaning.array.type
        assert isinstance(kind, ArrayType)
        named = isinstance(meaning, Element) and not all(axis.is_const for axis in meaning.index)
        return kind.space == "local" or named
    return isinstance(meaning, (PointerVariable, StructVariable, Address, Closure))


def _named_value(scope: CScope, capture: syntax.Capture, works: list[Work]) -> Meaning:
    """`[n = 2 * m]`."""
    variable = syntax.Variable(
        capture.name, Auto(), capture.value, lineno=capture.lineno, col_offset=capture.col_offset
    )
    scope.names.append({})
    try:
        work = statements.declared_value(scope, variable, Auto())
        meaning = scope.names[-1][capture.name]
    finally:
        scope.names.pop()
    if work is not None:
        works.append(work)
    return meaning


def _copied(
    scope: CScope, node: syntax.Lambda, name: str, meaning: Meaning, works: list[Work]
) -> Meaning:
    """What a captured name means in the lambda: a copy, where the variable is set anywhere."""
    if isinstance(meaning, (Address, Closure)):
        return meaning
    if isinstance(meaning, Whole):
        text = "{name} is an array of the thread's own: capture it by reference, as in [&]."
        scope.refuse(node, "capture", text, name=name)
    if isinstance(meaning, Element):
        return _copied_element(scope, node, name, meaning, works)
    if name not in scope.assigned and name not in scope.addressed:
        if isinstance(meaning, Variable) and not node.changes:
            return replace(meaning, constant=True)
        return meaning
    copy: Meaning = _copied_variable(scope, node, name, meaning, works)
    return copy


def _copied_variable(
    scope: CScope, node: syntax.Lambda, name: str, meaning: Any, works: list[Work]
) -> Any:
    if isinstance(meaning, StructVariable):
        members = tuple(
            _copied_variable(scope, node, f"{name}.{part}", member, works)
            for (part, _), member in zip(meaning.kind.members, meaning.members, strict=True)
        )
        return replace(meaning, members=members)
    if isinstance(meaning, Variable):
        fresh = scope.new_slot(name)
        works.append(_moving([(meaning.slot, fresh)]))
        return replace(meaning, slot=fresh, constant=not node.changes)
    if isinstance(meaning, PointerVariable):
        if meaning.array_type is None:
            return meaning
        copy = scope.pointer(meaning.name, meaning.kind)
        copy.array_type = meaning.array_type
        slots = (places.pointer_slots(scope, one) for one in (meaning, copy))
        works.append(_moving(list(zip(*slots, strict=True))))
        return copy
    text = "{name} is an array of the thread's own: capture it by reference, as in [&]."
    scope.refuse(node, "capture", text, name=name)


def _moving(pairs: list[tuple[int, int]]) -> Work:
    """Copies what slots hold, and who holds it."""

    def work(frame: CallFrame, mask: Mask) -> None:
        for one, other in pairs:
            frame.variables[other] = frame.variables[one]
            frame.owners[other] = frame.owners[one]

    return work


def _copied_element(
    scope: CScope, node: syntax.Lambda, name: str, meaning: Element, works: list[Work]
) -> Meaning:
    """A variable whose address is taken, or what a reference names."""
    place = statements.variable_place(scope, node, name, meaning.kind, sure=True)
    run = expressions.expr_of(scope, node, expressions.value_of(scope, node, meaning)).run
    write = places.writing(scope, node, place)
    works.append(lambda frame, mask: write(frame, mask, run(frame, mask)))
    return place


def declared(scope: CScope, name: str, closure: Closure) -> Work:
    """Gives a lambda a name."""
    scope.declare(name, replace(closure, run=this_frame))
    return closure.run


def this_frame(frame: CallFrame, mask: Mask) -> Value:
    """The frame that a lambda stands in, where it is called in the same function."""
    return frame


def in_function(closure: Closure, slot: int) -> Closure:
    """A lambda as a function sees it that got it: the frame it stands in lies in a slot."""
    return replace(closure, run=lambda frame, mask: frame.variables[slot])


# Calling it


def called(scope: CScope, node: syntax.Call, closure: Closure) -> Typed | Element:
    """A call of a lambda."""
    from gpuviz.simt.c_front.device_functions import calling, defaults_of, runs_of, written_back

    lambda_ = closure.node
    function = syntax.Function(
        CALL, lambda_.result, list(lambda_.parameters), lambda_.body,
        lineno=lambda_.lineno, col_offset=lambda_.col_offset,
        end_lineno=lambda_.end_lineno, end_col_offset=lambda_.end_col_offset,
    )  # fmt: skip
    given = [*node.arguments, *defaults_of(function, len(node.arguments))]
    if len(given) != len(function.parameters):
        text = "the lambda takes {wanted} arguments, and {given} are given."
        counts = {"wanted": len(function.parameters), "given": len(node.arguments)}
        scope.refuse(node, "argument-count", text, **counts)
    arguments: list[Typed] = []
    for row, part in enumerate(given):
        parameter, one = _fitted(scope, function.parameters[row], part)
        function.parameters[row] = parameter
        arguments.append(one)
    body = _lowered(closure, function, arguments)
    runs = [closure.run, *(run for one in arguments for run in runs_of(one))]
    level = ControlFrame(scope.construct(node, "call"), 0)
    back = written_back(scope, given, function, body)
    return calling(scope, node, function, body, runs, level, back)


def _fitted(
    scope: CScope, parameter: syntax.Variable, node: syntax.Expression
) -> tuple[syntax.Variable, Typed]:
    """An argument, and its parameter with the type that `auto` stands for."""
    from gpuviz.simt.c_front.device_functions import argument
    from gpuviz.simt.c_front.program import replace_name

    if isinstance(without_reference(parameter.kind), Auto):
        value = expressions.lower(scope, node)
        value = memory.decayed(value) if isinstance(value, Whole) else value
        kind: CType | None = kind_of(value)
        if kind is None:
            text = "auto {name} needs a number, a pointer or a structure as its first value."
            scope.refuse(node, "auto", text, name=parameter.name)
        if isinstance(parameter.kind, Reference):
            kind = Reference(kind, parameter.kind.constant)
        parameter = replace_name(parameter, parameter.name, kind)
    return parameter, argument(scope, node, parameter.kind)


def _lowered(closure: Closure, function: syntax.Function, arguments: list[Typed]) -> ClosureBody:
    """The body for the arguments of one call."""
    from gpuviz.simt.c_front.program import own_slots, registered_references

    outer = closure.scope
    program, first = outer.c_program, len(outer.slots)
    inner = CScope(
        program, outer.row, number=outer.number, slots=outer.slots, unit=outer.unit,
        names=[*map(dict, closure.names), {}], result=without_reference(function.result),
        assigned=outer.assigned | assigned_names(function.body), addressed=outer.addressed,
        owner=outer.owner,
    )  # fmt: skip
    slots = [own_slots(inner, one) for one in arguments]
    entering = [
        program.parameter(inner, parameter, one, own)
        for parameter, one, own in zip(function.parameters, arguments, slots, strict=True)
    ]
    lowered = program.lowered_body(inner, function, entering)
    own = range(first, len(outer.slots))
    body = ClosureBody(
        lowered.nodes, lowered.slots, given=[s for one in slots for s in one], own=own
    )
    program.results[id(body)] = inner.returned
    program.deduced_results[id(body)] = None if isinstance(inner.result, Auto) else inner.result
    program.kept += [body, closure.node, closure.names]
    registered_references(program, inner, body, function, arguments)
    return body
