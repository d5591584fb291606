"""A kernel of CUDA C with its device functions, lowered for the types of its arguments."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.refusals import file_of
from gpuviz.cuda_c.types import (
    ArrayOf,
    Auto,
    CType,
    Pointer,
    Reference,
    Struct,
    dimensions,
    memory_dtype,
    name_of,
    without_reference,
)
from gpuviz.cuda_c.unit import FunctionText, TemplateArguments, Unit, passed_to
from gpuviz.messages import Message, NotSupportedError, SourcePlace
from gpuviz.simt.c_front import (
    choices,
    closures,
    expressions,
    groups,
    memory,
    methods,
    places,
    random_numbers,
    statements,
)
from gpuviz.simt.c_front.device_functions import gives_place
from gpuviz.simt.c_front.nodes import Entering
from gpuviz.simt.c_front.overloads import special_for
from gpuviz.simt.c_front.recursion import MOST_INSTANCES, UnderWay, called_again
from gpuviz.simt.c_front.scope import CScope, assigned_names, named_place, parts_of
from gpuviz.simt.c_front.source import OFFSET, TEMPLATES, template_said, unit_of
from gpuviz.simt.c_front.typed import (
    ZERO,
    Address,
    Closure,
    Element,
    Group,
    Null,
    Number,
    PointerVariable,
    Structure,
    StructVariable,
    Typed,
    Variable,
    Whole,
    number,
)
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.nodes import LoweredFunction, Node
from gpuviz.simt.lower.program import Program
from gpuviz.simt.lower.scope import Expr
from gpuviz.simt.memory.reshaping import reshaped, size_of
from gpuviz.simt.types import INT64, ArrayType, Scalar, Type, type_name
from gpuviz.trace.source import Statement

KINDS: dict[type, str] = {
    syntax.Declaration: "Assign",
    syntax.Evaluation: "Expr",
    syntax.If: "If",
    syntax.While: "While",
    syntax.DoWhile: "While",
    syntax.For: "For",
    syntax.Switch: "If",
    syntax.Return: "Return",
    syntax.Jump: "Break",
}
"""Statements of C by the names that statements of Python have in a trace."""
BARRIERS = ("__syncthreads", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or")


@dataclass(eq=False)
class CProgram(Program):
    """All functions of a file that a launch may execute, and the tables that its trace needs."""

    _functions: dict[tuple[int, TemplateArguments], syntax.Function] = field(default_factory=dict)
    _lowered: dict[tuple[Any, ...], LoweredFunction] = field(default_factory=dict)
    _under_way: dict[tuple[Any, ...], UnderWay] = field(default_factory=dict)
    _constants: dict[str, Any] = field(default_factory=dict)
    _outer: set[str] = field(default_factory=set)
    _count: int = 0
    casts_const_away: bool = False
    owners: dict[int, methods.Held] = field(default_factory=dict)
    """By the id of a lowered method what its structure is when it has ended."""
    references: dict[tuple[int, int], methods.Held] = field(default_factory=dict)
    """By the id of a lowered function and the row of a reference what that is in the end."""
    deduced_results: dict[int, CType | None] = field(default_factory=dict)
    """By the id of a lowered function its type, which `auto` leaves to its returns."""
    kept: list[object] = field(default_factory=list)
    """Bodies and syntax that nothing else holds: their ids mean something here."""
    results: dict[int, Type | None] = field(default_factory=dict)
    """By the id of a lowered function the type of what it gives."""

    @functools.cached_property
    def unit(self) -> Unit:
        """The file, read."""
        return unit_of(self.functions[0])

    @functools.cached_property
    def kernel(self) -> tuple[FunctionText, syntax.Function]:
        """The kernel, read for its template arguments."""
        source = self.functions[0]
        found = next(one for one in self.unit.kernels if one.name == source.name)
        return found, self.syntax_of(found, self.kernel_templates)

    @functools.cached_property
    def kernel_templates(self) -> TemplateArguments:
        """What stands between the kernel's < and >."""
        captured = self.functions[0].captured.get(TEMPLATES)
        given = captured.value if captured is not None else ()
        assert isinstance(given, tuple)
        return tuple(template_said(self.unit, one) for one in given)

    def syntax_of(self, text: FunctionText, templates: TemplateArguments) -> syntax.Function:
        """A function read for some template arguments, once."""
        key = id(text), templates
        if key not in self._functions:
            self._functions[key] = self.unit.function(text, templates)
        return self._functions[key]

    def row_of(self, text: FunctionText) -> int:
        """The row of a function among the trace's."""
        for row, source in enumerate(self.functions):
            file = file_of(self.unit.file, text.header)
            name = text.source_name or text.name
            if (source.name, source.first_line, source.file) == (name, text.first_line, file):
                return row
        raise AssertionError(text.name)

    # What the emulator asks of a program

    def lower(self, argument_types: list[Type]) -> LoweredFunction:
        """The kernel, ready to run. Raises NotSupportedError with its place."""
        text, function = self.kernel
        passed = passed_to(function)
        if len(argument_types) != len(passed):
            template = "{kernel} takes {needed} arguments ({names}), {given} are given."
            names = ", ".join(parameter.name for parameter in passed)
            values = {"kernel": text.name, "needed": len(passed), "names": names}
            given = len(argument_types)
            raise NotSupportedError(
                Message("kernel.argument-count", template, {**values, "given": given})
            )
        scope = self.scope_of(0, text, function, self.kernel_templates)
        if special_for(scope, text, function, self.kernel_templates) is not None:
            sentence = "the specialisation of the kernel {kernel} is not known: name it otherwise."
            scope.refuse(function, "special-kernel", sentence, kernel=text.name)
        entering: list[Any] = []
        for slot, one in enumerate(passed):
            scope.slots[f"{one.name} as given", slot] = slot
        given_types = iter(enumerate(argument_types))
        for parameter in function.parameters:
            if isinstance(parameter.kind, Struct):
                made = self._structure_parameter(scope, parameter, parameter.kind, given_types)
                scope.declare(parameter.name, made[0])
                entering += made[1]
            else:
                slot, kind = next(given_types)
                entering.append(self._kernel_parameter(scope, parameter, kind, slot))
        return self.lowered_body(scope, function, entering)

    def parameters(self, row: int) -> list[str]:
        """The names of a function's parameters."""
        function = self.kernel[1]
        return [parameter.name for parameter in passed_to(function)] if row == 0 else []

    def place(self, function: int, node: Any) -> SourcePlace:
        """Where a node stands in the author's file."""
        return SourcePlace(self.functions[function].file, node.lineno, node.col_offset + 1)

    @functools.cached_property
    def may_write(self) -> set[str]:
        """The kernel's arrays that the launch may write: those that are not const, and of which
        no cast takes that away.
        """
        pointers = {
            parameter.name
            for parameter in passed_to(self.kernel[1])
            if isinstance(parameter.kind, Pointer)
            and (self.casts_const_away or not parameter.kind.constant)
        }
        return pointers | self.device_arrays

    @property
    def may_wait(self) -> bool:
        """Whether a loop of it may wait for other threads."""
        return any(statement.kind in ("While", "For") for statement in self.statements)

    def statement_row(self, function: int, node: Any) -> int:
        """The row of a statement in the trace."""
        key = id(node)
        if key not in self._rows:
            self._rows[key] = len(self.statements)
            last = node.end_lineno or node.lineno
            kind = KINDS[type(node)]
            if isinstance(node, syntax.Jump):
                kind = node.kind.capitalize()
            self.statements.append(
                Statement(
                    function, node.lineno, max(last, node.lineno), node.col_offset + 1, kind,
                    _is_barrier(node),
                )
            )  # fmt: skip
        return self._rows[key]

    def note_barrier(self, row: int) -> None:
        """A statement is a barrier, as only the types in it tell."""
        self.statements[row] = replace(self.statements[row], is_barrier=True)

    # Constants and arrays outside of functions

    def constant(self, name: str, value: Any, scope: CScope) -> Expr:
        """An array in constant memory."""
        value = self._constants.setdefault(name, value)

        def run(frame: CallFrame, mask: Mask) -> Value:
            launch_state = frame.context.launch_state
            return launch_state.constants.array(name, value, launch_state.arrays)

        return Expr(ArrayType(value.dtype, value.ndim, "constant", writable=False), run)

    def note_outer(self, name: str) -> None:
        """A kernel uses a __device__ array of the file."""
        if name not in self.device_arrays:
            template = "{name} lies in device memory outside of the kernel: pass it as an argument."
            raise NotSupportedError(Message("cuda-c.device-variable", template, {"name": name}))
        self._outer.add(name)

    # Functions

    def device_function(
        self,
        scope: CScope,
        node: syntax.Call,
        text: FunctionText,
        templates: TemplateArguments,
        function: syntax.Function,
        arguments: list[Typed],
    ) -> LoweredFunction:
        """A device function for the arguments of one call.

        Raises NotSupportedError for one that calls itself and gives what is not known before.
        """
        key = (id(text), templates, *map(_shape_of, arguments))
        if key in self._lowered:
            return self._lowered[key]
        if key in self._under_way:
            return called_again(self, scope, node, key)
        if len(self._under_way) > MOST_INSTANCES:
            sentence = "{name} leads to more and more instances of itself: end that in a template."
            scope.refuse(node, "recursion", sentence, name=text.name)
        inner = self.scope_of(self.row_of(text), text, function, templates)
        slots = [own_slots(inner, argument) for argument in arguments]
        entering = [
            self.parameter(inner, parameter, argument, own)
            for parameter, argument, own in zip(function.parameters, arguments, slots, strict=True)
        ]
        if text.owner:
            self._declare_members(inner)
        body = LoweredFunction()
        copied = [
            row
            for row, pair in enumerate(zip(function.parameters, arguments, strict=True))
            if _is_copied(*pair)
        ]
        self._under_way[key] = UnderWay(text.name, function, inner, body)
        try:
            self._note_changed(body, inner, function, copied)
            self._fill(body, inner, function, entering)
        finally:
            del self._under_way[key]
        self._lowered[key] = body
        self._note_changed(body, inner, function, copied)
        self.results[id(body)] = inner.returned
        is_told = not isinstance(inner.result, Auto)
        self.deduced_results[id(body)] = inner.result if is_told else None
        return body

    def _note_changed(
        self, body: LoweredFunction, scope: CScope, function: syntax.Function, copied: list[int]
    ) -> None:
        """Notes where a function leaves its structure, and references that are copies."""
        this = scope.names[0].get("this")
        if isinstance(this, StructVariable):
            self.owners[id(body)] = methods.held(scope, this)
        for row in copied:
            own = scope.names[0][function.parameters[row].name]
            assert isinstance(own, (Variable, StructVariable, PointerVariable))
            self.references[id(body), row] = methods.held(scope, own)

    @staticmethod
    def _declare_members(scope: CScope) -> None:
        """In a method the members of its structure have names; parameters hide them."""
        this = scope.names[0].get("this")
        if isinstance(this, StructVariable):
            for (name, _), place in zip(this.kind.members, this.members, strict=True):
                scope.names[0].setdefault(name, place)

    def deduced(
        self, scope: CScope, node: syntax.Call, text: FunctionText, given: TemplateArguments
    ) -> TemplateArguments | None:
        """Template arguments that follow from the types of a call's arguments."""
        marks: dict[str, CType] = {
            parameter.name: Struct(f"<{parameter.name}>", ())
            for parameter in text.templates
            if parameter.is_type
        }
        pattern = self.syntax_of(text, tuple(marks.get(p.name, 0) for p in text.templates))
        found: dict[str, CType] = {}
        parameters = pattern.parameters[1:] if text.owner else pattern.parameters
        for parameter, argument in zip(parameters, node.arguments, strict=False):
            value = expressions.lower(scope, argument)
            if isinstance(value, Whole):
                value = memory.decayed(value)
            kind = getattr(value, "kind", None)
            wanted: Any = parameter.kind
            while isinstance(wanted, (Pointer, Reference)):
                kind = getattr(kind, "to", kind) if isinstance(wanted, Pointer) else kind
                wanted = wanted.to
            for name, mark in marks.items():
                if wanted == mark and kind is not None:
                    found.setdefault(name, kind)
        result = list(given)
        for template in text.templates[len(given) :]:
            if template.is_type and template.name in found:
                result.append(found[template.name])
            elif template.default:
                parser = self.unit.parser(list(template.default))
                value_or_type: Any = (
                    parser.type_name()
                    if template.is_type
                    else expressions.constant_in(scope, parser.expression())
                )
                result.append(value_or_type)
            else:
                return None
        return tuple(result)

    def scope_of(
        self,
        row: int,
        text: FunctionText,
        function: syntax.Function,
        templates: TemplateArguments,
    ) -> CScope:
        """Where a function is lowered."""
        self._count += 1
        scope = CScope(
            self, row, number=self._count, unit=self.unit,
            result=without_reference(function.result), owner=text.owner, inside=text.inside,
            gives_place=gives_place(function),
            assigned=assigned_names(function.body) | self._perhaps_set(function.body),
            addressed=self._addressed(function.body),
        )  # fmt: skip
        for name, known in text.bound.items():
            if isinstance(known, int):
                scope.declare(name, number(operators.constant(known, np.dtype("i4"))))
        for parameter, value in zip(text.templates, templates, strict=False):
            if not parameter.is_type and isinstance(value, int):
                scope.declare(parameter.name, number(operators.constant(value, np.dtype("i4"))))
        return scope

    def _addressed(self, body: object) -> frozenset[str]:
        """Names whose address is taken, or that are passed for a reference."""
        found, states = set[str](), random_numbers.state_arguments(body)
        for part in parts_of(body):
            if isinstance(part, syntax.Unary) and part.mark == "&" and id(part) not in states:
                root = part.operand
                while isinstance(root, syntax.Member) and not root.through:
                    root = root.base
                if isinstance(root, syntax.Name):
                    found.add(root.id)
                found.update(choices.names_chosen(part.operand))
            elif isinstance(part, syntax.Call):
                for text in self._perhaps_called(part.called):
                    found |= _named_for_references(text, part.arguments)
            elif isinstance(part, syntax.Variable) and isinstance(part.kind, Reference):
                found.update(choices.names_chosen(part.value))
            elif isinstance(part, syntax.Variable) and isinstance(part.value, syntax.Values):
                found |= self._named_for_constructors(part.kind, part.value)
            elif isinstance(part, syntax.Values):
                found |= self._named_for_constructors(part.kind, part)
        return frozenset(found)

    def lowered_body(
        self, scope: CScope, function: syntax.Function, entering: list[Any]
    ) -> LoweredFunction:
        """A function's body, behind what `entering` does first."""
        body = LoweredFunction()
        self._fill(body, scope, function, entering)
        return body

    def _named_for_constructors(self, kind: CType | None, values: syntax.Values) -> set[str]:
        if not isinstance(kind, Struct):
            return set()
        several = self.unit.functions.get(f"{kind.name}::{kind.name}", ())
        return {name for text in several for name in _named_for_references(text, values.items)}

    def _perhaps_set(self, body: object) -> set[str]:
        """Names that are passed to lambdas, whose parameters may be references."""
        from gpuviz.simt.c_front.calls import FUNCTIONS

        found = set[str]()
        for part in parts_of(body):
            if not isinstance(part, syntax.Call):
                continue
            name = part.called.id if isinstance(part.called, syntax.Name) else ""
            known = name in self.unit.functions or name in FUNCTIONS or "::" in name
            if isinstance(part.called, syntax.Lambda) or (name and not known):
                found |= set(map(named_place, part.arguments))
        return found

    def _perhaps_called(self, called: syntax.Expression) -> Iterator[FunctionText]:
        """The functions of a name; methods of a name, of whatever structure."""
        if isinstance(called, syntax.Name):
            yield from self.unit.functions.get(called.id, ())
        ends: tuple[str, ...] = ("::operator()",)
        if isinstance(called, syntax.Name):
            ends = (*ends, f"::{called.id}")
        elif isinstance(called, syntax.Member):
            ends = (f"::{called.name}",)
        for name, several in self.unit.functions.items():
            if name.endswith(ends):
                yield from several

    def _fill(
        self,
        body: LoweredFunction,
        scope: CScope,
        function: syntax.Function,
        entering: list[Any],
    ) -> None:
        works = [work for work in entering if work is not None]
        nodes: list[Node] = []
        if works:
            nodes.append(Entering(_all_of(works)))
        nodes += statements.block(scope, function.body.body)
        body.nodes, body.slots = nodes, len(scope.slots)

    def _kernel_parameter(
        self, scope: CScope, parameter: syntax.Variable, given: Type, slot: int
    ) -> Any:
        """Declares a parameter of the kernel for what is passed; gives what prepares it."""
        kind = parameter.kind
        if isinstance(kind, np.dtype) and isinstance(given, np.dtype):
            place = scope.variable(parameter.name, kind)
            scope.declare(parameter.name, place)
            return lambda frame, mask: frame.assign(
                place.slot, mask, operators.cast(frame.variables[slot], kind)
            )
        if isinstance(kind, Pointer) and isinstance(given, ArrayType):
            dtype = memory_dtype(kind.to)
            kind = places.with_rows(scope, parameter, kind)
            if dtype is not None and _same_memory(dtype, given.dtype):
                return self._array_parameter(scope, parameter, kind, given, slot)
        text = "{name} is a {have} in the kernel, and a {given} is passed: pass the same type."
        values = {"name": parameter.name, "have": name_of(kind), "given": type_name(given)}
        scope.refuse(parameter, "argument-type", text, **values)

    def _structure_parameter(
        self,
        scope: CScope,
        parameter: syntax.Variable,
        kind: Struct,
        given: Iterator[tuple[int, Type]],
    ) -> tuple[StructVariable, list[Any]]:
        """A parameter whose members are passed one by one, and what prepares them."""
        places: list[Any] = []
        works: list[Any] = []
        for name, part in kind.members:
            inner = replace_name(parameter, f"{parameter.name}.{name}", part)
            if isinstance(part, Struct):
                made = self._structure_parameter(scope, inner, part, given)
                places.append(made[0])
                works += made[1]
                continue
            if isinstance(part, ArrayOf):
                whole, work = self._array_member(scope, inner, part, given)
                places.append(whole)
                works.append(work)
                continue
            slot, passed = next(given)
            works.append(self._kernel_parameter(scope, inner, passed, slot))
            places.append(scope.names[-1].pop(inner.name))
        return StructVariable(kind, tuple(places)), works

    def _array_member(
        self,
        scope: CScope,
        member: syntax.Variable,
        kind: ArrayOf,
        given: Iterator[tuple[int, Type]],
    ) -> tuple[Any, Any]:
        """A member that is an array, whose elements are passed one by one."""
        of, shape = dimensions(kind)
        slots = [next(given)[0] for _ in range(math.prod(shape))]
        if not isinstance(of, np.dtype):
            text = "{name} is an array of structures in one that is passed: pass a pointer to them."
            scope.refuse(member, "member-type", text, name=member.name)
        whole = statements.variable_place(scope, member, member.name, kind, sure=True)
        write = places.writing(scope, member, whole)

        def fill(frame: CallFrame, mask: Mask) -> None:
            write(frame, mask, tuple(operators.cast(frame.variables[one], of) for one in slots))

        return whole, fill

    def _array_parameter(
        self, scope: CScope, parameter: syntax.Variable, kind: Pointer, given: ArrayType, slot: int
    ) -> Any:
        """A pointer to the first of all elements of an array."""
        flat = ArrayType(given.dtype, 1, "global", given.writable)
        captured = self.functions[0].captured.get(f"{OFFSET}{parameter.name}")
        first = 0 if captured is None else int(str(captured.value))

        def elements_of(frame: CallFrame) -> Value:
            elements = frame.variables[slot]
            if given.ndim == 1:
                return elements
            return reshaped(elements, [size_of(elements.shape)])

        if parameter.name in scope.assigned or "." in parameter.name:
            pointer = scope.pointer(parameter.name, kind)
            pointer.array_type = flat
            scope.declare(parameter.name, pointer)
            array, offset = scope.slot_of(pointer.key, flat), scope.slot_of(pointer.key, INT64)

            def prepare(frame: CallFrame, mask: Mask) -> None:
                frame.assign(array, mask, elements_of(frame))
                frame.assign(offset, mask, np.int64(first))

            return prepare
        at = scope.slot_of(f"{parameter.name}*", flat)
        found = Expr(flat, lambda frame, mask: frame.variables[at])
        scope.declare(parameter.name, Address(kind, found, operators.constant(first, INT64)))
        return lambda frame, mask: frame.assign(at, mask, elements_of(frame))

    def parameter(
        self, scope: CScope, parameter: syntax.Variable, argument: Typed, slots: list[int]
    ) -> Any:
        """Declares a parameter of a device function, whose values come in some slots."""
        kind, name = parameter.kind, parameter.name
        if isinstance(argument, Address):
            flat = argument.array_type
            at, offset = slots
            array = Expr(flat, lambda frame, mask: frame.variables[at])
            known = argument.offset.is_const and argument.offset.const == 0
            place = ZERO if known else Expr(INT64, lambda frame, mask: frame.variables[offset])
            if isinstance(kind, Reference) and not isinstance(kind.to, Pointer):
                assert isinstance(kind.to, (np.dtype, Struct))
                scope.declare(name, Element(kind.to, array, (place,)))
                return None
            copied = _is_copied(parameter, argument)
            kind = without_reference(kind)
            assert isinstance(kind, Pointer)
            kind = places.with_rows(scope, parameter, kind)
            if name not in scope.assigned and not copied:
                scope.declare(name, Address(kind, array, place, argument.cells))
                return None
            pointer = PointerVariable(kind, name, f"{name}*moving{len(scope.slots)}", flat)
            scope.declare(name, pointer)
            own = scope.slot_of(pointer.key, flat), scope.slot_of(pointer.key, INT64)

            def begin(frame: CallFrame, mask: Mask) -> None:
                frame.assign(own[0], mask, frame.variables[at])
                frame.assign(own[1], mask, frame.variables[offset])

            return begin
        if isinstance(argument, (Group, Null)):
            if isinstance(argument, Group) and argument.run is not None:
                argument = groups.in_function(argument, *slots)
            scope.declare(name, argument)
            return None
        (slot,) = slots
        if isinstance(argument, Closure):
            scope.declare(name, closures.in_function(argument, slot))
            return None
        wanted = kind.to if isinstance(kind, Reference) else kind
        if name in scope.addressed and isinstance(wanted, np.dtype):
            return self._parameter_in_memory(scope, parameter, wanted, slot)
        variable = statements.variable_place(scope, parameter, name, wanted, sure=True)
        scope.declare(name, variable)
        if isinstance(argument, Structure):
            places.bound(scope, parameter, variable, argument.expr.type)
        write = places.writing(scope, parameter, variable)
        return lambda frame, mask: write(frame, mask, frame.variables[slot])

    def _parameter_in_memory(
        self, scope: CScope, parameter: syntax.Variable, kind: Scalar, slot: int
    ) -> Any:
        """A parameter whose address is taken."""
        given = Expr(kind, lambda frame, mask: frame.variables[slot])
        return statements.declared_in_memory(scope, parameter, kind, Number(kind, given))


def replace_name(variable: syntax.Variable, name: str, kind: CType) -> syntax.Variable:
    """A variable of another name and type at the same place."""
    return syntax.Variable(
        name, kind, lineno=variable.lineno, col_offset=variable.col_offset,
        end_lineno=variable.end_lineno, end_col_offset=variable.end_col_offset,
    )  # fmt: skip


def _all_of(works: list[Any]) -> Any:
    def run(frame: CallFrame, mask: Mask) -> None:
        for work in works:
            work(frame, mask)

    return run


def _is_copied(parameter: syntax.Variable, argument: Typed) -> bool:
    """Whether a reference gets a copy of a variable, which is written back (written_back)."""
    kind = parameter.kind
    if not isinstance(kind, Reference) or kind.constant or isinstance(argument, (Closure, Group)):
        return False
    return not isinstance(argument, Address) or isinstance(kind.to, Pointer)


def registered_references(
    program: CProgram,
    scope: CScope,
    body: LoweredFunction,
    function: syntax.Function,
    arguments: list[Typed],
) -> None:
    """Notes what the references of a function are in the end that got copies."""
    for row, (parameter, argument) in enumerate(zip(function.parameters, arguments, strict=True)):
        if _is_copied(parameter, argument):
            own = scope.meaning(parameter.name)
            assert isinstance(own, (Variable, StructVariable, PointerVariable))
            program.references[id(body), row] = methods.held(scope, own)


def own_slots(scope: CScope, argument: Typed) -> list[int]:
    """Where a call puts an argument: a pointer is an array and a number."""
    count = 2 if isinstance(argument, Address) else 1
    if isinstance(argument, Null) or (isinstance(argument, Group) and argument.run is None):
        count = 0
    return [scope.new_slot("argument") for _ in range(count)]


def _shape_of(argument: Typed) -> Any:
    """What tells apart how a function is lowered for an argument."""
    if isinstance(argument, Address):
        known = argument.offset.is_const and argument.offset.const == 0
        return argument.array_type, argument.kind, known, id(argument.cells)
    if isinstance(argument, Closure):
        return argument.node, argument.scope, id(argument.names)
    if isinstance(argument, (Group, Null)):
        return replace(argument, members=None) if isinstance(argument, Group) else argument
    if isinstance(argument, Structure):
        return argument.kind, argument.expr.type
    return getattr(argument, "kind", None)


def _named_for_references(text: FunctionText, given: list[syntax.Expression]) -> set[str]:
    """The names among a call's arguments that a function gets references to."""
    rows = _reference_parameters(text)
    return {named_place(one) for row, one in enumerate(given) if row in rows}


def _reference_parameters(text: FunctionText) -> frozenset[int]:
    """Which parameters of a function are references to what it may change."""
    words, depth, row = text.words, 0, 0
    found = set[int]()
    constant = False
    for word in words:
        if word.is_mark("{"):
            break
        if word.is_mark("("):
            depth += 1
        elif word.is_mark(")"):
            depth -= 1
            if depth == 0:
                break
        elif depth == 1 and word.is_mark(","):
            row, constant = row + 1, False
        elif depth == 1 and word.is_name("const"):
            constant = True
        elif depth == 1 and word.is_mark("&") and not constant:
            found.add(row)
    return frozenset(found)


def _same_memory(one: Scalar, other: Scalar) -> bool:
    if one.names is None and other.names is None:
        return one == other
    return one.names == other.names and one.itemsize == other.itemsize


def _is_barrier(node: Any) -> bool:
    if not isinstance(node, (syntax.Evaluation, syntax.Declaration)):
        return False
    return any(
        isinstance(part, syntax.Call)
        and isinstance(part.called, syntax.Name)
        and part.called.id in BARRIERS
        for part in parts_of(node)
    )
