"""Lowers statements of CUDA C."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.syntax import at
from gpuviz.cuda_c.types import (
    INT,
    ArrayOf,
    Auto,
    CType,
    Pointer,
    Reference,
    Scalar,
    Struct,
    Void,
    dimensions,
    has_arrays,
    memory_dtype,
    name_of,
)
from gpuviz.messages import word
from gpuviz.simt.c_front import (
    bindings,
    braces,
    expressions,
    groups,
    memory,
    methods,
    places,
    pointer_arrays,
    struct_arrays,
    unions,
)
from gpuviz.simt.c_front.nodes import DoWhile, Switch
from gpuviz.simt.c_front.pointer_values import evaluating
from gpuviz.simt.c_front.scope import CScope, parts_of
from gpuviz.simt.c_front.typed import (
    ZERO,
    Address,
    Closure,
    Element,
    Group,
    Nothing,
    Null,
    Number,
    Place,
    PointerCells,
    PointerElement,
    PointerVariable,
    StructArray,
    Structure,
    StructVariable,
    Typed,
    Variable,
    Whole,
    Words,
    kind_of,
)
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.intrinsics.array_declarations import local_array, shared_array
from gpuviz.simt.lower.nodes import (
    Barrier,
    CountedWhile,
    If,
    Jump,
    Node,
    Return,
    Silent,
    Simple,
    While,
)
from gpuviz.simt.lower.scope import Expr, Run
from gpuviz.simt.memory.local import WIDEST_ACCESS
from gpuviz.simt.types import INT64, ArrayType

Work = Callable[[CallFrame, Mask], object]
BARRIER = "__syncthreads"


def block(scope: CScope, body: Iterable[syntax.Statement]) -> list[Node]:
    """Statements in order, with names of their own."""
    scope.names.append({})
    try:
        return [node for statement in body for node in lowered(scope, statement)]
    finally:
        scope.names.pop()


def lowered(scope: CScope, node: syntax.Statement) -> list[Node]:
    """One statement; none where nothing is done."""
    if isinstance(node, syntax.Block):
        return block(scope, node.body)
    if isinstance(node, syntax.StaticAssert):
        _assert_statically(scope, node)
        return []
    if isinstance(node, syntax.Declaration) and not _acts(node):
        works = [_declared(scope, node, variable) for variable in node.variables]
        return [Silent(work) for work in works if work is not None]
    outer, scope.statement = scope.statement, scope.c_program.statement_row(scope.row, node)
    try:
        found: Node = _HANDLERS[type(node)](scope, node)
    finally:
        scope.statement = outer
    return [found]


def _assert_statically(scope: CScope, node: syntax.StaticAssert) -> None:
    holds = expressions.constant_in(scope, node.test)
    if holds is None:
        text = "what static_assert tests has to be known before the kernel runs."
        scope.refuse(node, "static-assert", text)
    if not holds:
        text = "static assertion failed: {said}"
        said = node.said or word("its condition is false; the compiler ends here, too.")
        scope.refuse(node, "static-assert", text, said=said)


def _acts(node: syntax.Declaration) -> bool:
    """Whether a declaration gives a variable a value."""
    return not node.place and any(
        variable.value is not None or isinstance(variable.kind, Struct)
        for variable in node.variables
    )


# Declarations


def _declaration(scope: CScope, node: syntax.Declaration) -> Node:
    works = [_declared(scope, node, variable) for variable in node.variables]
    return Simple(scope.statement, _in_order([work for work in works if work is not None]))


def _in_order(works: list[Work]) -> Run:
    if len(works) == 1:
        return works[0]

    def run(frame: CallFrame, mask: Mask) -> None:
        for work in works:
            work(frame, mask)

    return run


def _declared(scope: CScope, node: syntax.Declaration, variable: syntax.Variable) -> Work | None:
    """Declares a name; gives what its first value does."""
    if variable.parts:
        return bindings.declared(scope, node, variable)
    kind = variable.kind = expressions.known_type(scope, variable.kind)
    if node.place or isinstance(kind, ArrayOf):
        return declared_array(scope, node, variable)
    if isinstance(kind, Reference):
        return declared_reference(scope, variable, kind)
    return declared_value(scope, variable, kind)


def declared_value(scope: CScope, variable: syntax.Variable, kind: CType) -> Work | None:
    """Declares a variable that has a value of its own."""
    from gpuviz.simt.c_front import closures

    value = _first_value(scope, variable, kind)
    if isinstance(value, Group):
        return groups.declared(scope, variable.name, value)
    if isinstance(value, Closure):
        return closures.declared(scope, variable.name, value)
    if isinstance(kind, Auto):
        kind = _deduced(scope, variable, value)
    if isinstance(kind, Pointer):
        return _declared_pointer(scope, variable, kind, value)
    if isinstance(kind, Void):
        text = "{name} cannot be void: give it a type."
        scope.refuse(variable, "void-variable", text, name=variable.name)
    in_memory = memory_dtype(kind) is not None
    if variable.name in scope.addressed and in_memory:
        assert isinstance(kind, (np.dtype, Struct))
        return declared_in_memory(scope, variable, kind, value)
    place = variable_place(scope, variable, variable.name, kind, sure=value is not None)
    never_set = variable.name not in scope.assigned and isinstance(place, Variable)
    if never_set and isinstance(value, Number) and value.expr.is_const:
        assert isinstance(place, Variable)
        if place.kind.kind in "biu":
            place = replace(place, known=value.expr.const)
    scope.declare(variable.name, place)
    if value is None:
        return _forgetting(scope, place)
    expr = expressions.expr_of(scope, variable, value)
    places.bound(scope, variable, place, expr.type)
    write, run = places.writing(scope, variable, place), expr.run
    return lambda frame, mask: write(frame, mask, run(frame, mask))


def _forgetting(scope: CScope, place: Place) -> Work | None:
    """In a loop a variable that is declared without a value has none again in each turn."""
    slots = list(_slots(scope, place)) if any(is_loop for _, is_loop in scope.targets) else []
    if not slots:
        return None

    def work(frame: CallFrame, mask: Mask) -> None:
        for slot in slots:
            frame.forget(slot, mask)

    return work


def _slots(scope: CScope, place: object) -> Iterator[int]:
    """Where it is kept whether a variable, or a member of it, is set."""
    if isinstance(place, Variable):
        yield place.slot
    elif isinstance(place, PointerVariable):
        yield scope.slot_of(place.key, INT64)
    elif isinstance(place, StructVariable):
        for member in place.members:
            yield from _slots(scope, member)


def variable_place(
    scope: CScope, node: syntax.Node, name: str, kind: CType, sure: bool, shown: str = ""
) -> Place:
    """Where a new variable lies: each member of a structure has a place of its own."""
    shown = shown or name
    if isinstance(kind, ArrayOf):
        return _member_array(scope, node, shown, kind)
    if isinstance(kind, Struct) and kind.is_union:
        return unions.declared(scope, node, shown, kind)
    if isinstance(kind, Struct):
        members = tuple(
            variable_place(scope, node, f"{name}.{part}", inner, sure, f"{shown}.{part}")
            for part, inner in kind.members
        )
        return StructVariable(kind, members)
    if isinstance(kind, Pointer):
        return scope.pointer(shown, kind, sure)
    if not isinstance(kind, np.dtype):
        text = "a member of the type {kind} is not known in a variable: pass it by itself."
        scope.refuse(node, "member-type", text, kind=name_of(kind))
    return scope.variable(name, kind, shown, sure=sure)


def _first_value(scope: CScope, variable: syntax.Variable, kind: CType) -> Typed | None:
    node = variable.value
    if node is None:
        return methods.by_default(scope, variable, kind)
    if isinstance(node, syntax.Values) and node.kind is None:
        return expressions.structure(scope, node, kind, node.items)
    if isinstance(node, syntax.Values) and isinstance(kind, Struct) and node.kind == kind:
        return expressions.structure(scope, node, kind, node.items)
    found = expressions.lower(scope, node)
    if isinstance(kind, (Auto, Pointer)):
        return memory.decayed(found) if isinstance(found, Whole) else found
    return expressions.converted(scope, node, found, kind)


def _deduced(scope: CScope, variable: syntax.Variable, value: Typed | None) -> CType:
    kind = getattr(value, "kind", None)
    if kind is None:
        text = "auto {name} needs a number, a pointer or a structure as its first value."
        scope.refuse(variable, "auto", text, name=variable.name)
    return kind  # type: ignore[no-any-return]


def _declared_pointer(
    scope: CScope, variable: syntax.Variable, kind: Pointer, value: Typed | None
) -> Work | None:
    of_rows = places.with_rows(scope, variable, kind)
    pointer = scope.pointer(variable.name, of_rows, sure=value is not None)
    scope.declare(variable.name, pointer)
    if value is None:
        return _forgetting(scope, pointer)
    found = places.set_pointer(scope, variable, pointer, value)
    return found.expr.run if isinstance(found, Nothing) else found.offset.run


def declared_reference(scope: CScope, variable: syntax.Variable, kind: Reference) -> Work | None:
    """`float& x = a[i];`: another name of the same place, found once."""
    if variable.value is None:
        text = "the reference {name} needs what it refers to."
        scope.refuse(variable, "reference", text, name=variable.name)
    chosen = isinstance(variable.value, syntax.Conditional) and not kind.constant
    place = places.place_of(scope, variable.value, allow_values=not chosen)
    if isinstance(place, Element):
        return _declared_element(scope, variable, place, kind.constant)
    if isinstance(place, StructVariable):
        named, note = struct_arrays.frozen(scope, place)
        scope.declare(variable.name, named)
        return note
    if isinstance(place, (Variable, PointerVariable)):
        scope.declare(variable.name, place)
        return None
    given = variable.value
    called = given.called if isinstance(given, syntax.Call) else None
    if place is None and called and not kind.constant and places.may_give_place(scope, called):
        text = "what this call gives a reference to is not known: name that itself."
        scope.refuse(variable, "reference", text)
    if place is None and not kind.constant and _gives_place(given):
        text = "the place that this gives is not known: name a variable or an element."
        scope.refuse(variable, "reference", text)
    return declared_value(scope, variable, kind.to)


def _gives_place(node: syntax.Expression) -> bool:
    """Whether it is `x = 1`, `++x` or `(a, x)`: in C++ a reference to it is one to x."""
    is_set = isinstance(node, syntax.Assignment)
    return is_set or (
        isinstance(node, (syntax.Unary, syntax.Binary)) and node.mark in ("++", "--", ",")
    )


def _declared_element(
    scope: CScope, variable: syntax.Variable, place: Element, constant: bool
) -> Work:
    """A name of an element: its indices are what they are where it is declared."""
    slots = [scope.new_slot(variable.name) for _ in place.index]
    runs = [axis.run for axis in place.index]
    index = tuple(
        Expr(axis.type, lambda frame, mask, slot=slot: frame.variables[slot])  # type: ignore[misc]
        for axis, slot in zip(place.index, slots, strict=True)
    )
    named = replace(place, index=index, constant=place.constant or constant)
    scope.declare(variable.name, named)

    def work(frame: CallFrame, mask: Mask) -> None:
        for slot, run in zip(slots, runs, strict=True):
            frame.assign(slot, mask, run(frame, mask))

    return work


def _member_array(
    scope: CScope, node: syntax.Node, name: str, kind: ArrayOf
) -> Whole | StructArray:
    """A member of a variable that is an array: in local memory by itself."""
    of, shape = dimensions(kind)
    if isinstance(of, Struct) and all(shape):
        return struct_arrays.declared(scope, node, name, kind, _member_array)
    dtype = memory_dtype(of)
    if not isinstance(of, np.dtype) or dtype is None or not all(shape):
        text = "{name} is an array of {kind}, which is not known in a structure."
        scope.refuse(node, "member-type", text, name=name, kind=name_of(of))
    scope.name_hint = name
    array = local_array(scope, node, shape, dtype, WIDEST_ACCESS)
    scope.name_hint = None
    return Whole(kind, array, shape)


def declared_in_memory(
    scope: CScope, variable: syntax.Variable, kind: Scalar | Struct, value: Typed | None
) -> Work | None:
    """A variable whose address is taken: an array of one element of each thread's own."""
    scope.name_hint = variable.name
    dtype, count = memory_dtype(kind), 1
    if isinstance(kind, Struct) and all(part == kind.members[0][1] for _, part in kind.members):
        of = kind.members[0][1]
        if isinstance(of, np.dtype) and len(kind.members) > 1:  # a pointer to x goes on to y
            dtype, count = of, len(kind.members)
    assert dtype is not None
    array = local_array(scope, variable, (count,), dtype, WIDEST_ACCESS)
    scope.name_hint = None
    element = Element(kind, array, (ZERO,))
    scope.declare(variable.name, element)
    if value is None:
        return None
    run, write = (
        expressions.expr_of(scope, variable, value).run,
        places.writing(scope, variable, element),
    )
    return lambda frame, mask: write(frame, mask, run(frame, mask))


def declared_array(
    scope: CScope, node: syntax.Declaration, variable: syntax.Variable
) -> Work | None:
    """Declares an array, or a single one in shared memory; gives what fills it."""
    if node.place == "static":
        text = "{name} is static, one for all threads: declare it above as a __device__ variable."
        scope.refuse(variable, "place", text, name=variable.name)
    if node.place == "constant":
        text = "__constant__ stands outside of functions: move {name} up."
        scope.refuse(variable, "place", text, name=variable.name)
    shared = node.place == "shared"
    dynamic = shared and isinstance(variable.kind, ArrayOf) and variable.kind.count is None
    if dynamic:
        assert isinstance(variable.kind, ArrayOf)
        kind = variable.kind.of
        shape: tuple[int, ...] = (0,)
    else:
        kind, shape = places.shape_of(scope, variable)
    if isinstance(kind, Struct) and has_arrays(kind) and shape and not shared:
        return _declared_structures(scope, variable, kind, shape)
    cells = PointerCells(variable.name) if isinstance(kind, Pointer) and not dynamic else None
    dtype = memory_dtype(kind) if cells is None else INT64
    if dtype is None:
        text = "an array of {kind} is not known: use numbers, or structures of numbers."
        scope.refuse(variable, "elements", text, kind=name_of(kind))
    scope.name_hint = variable.name
    make = shared_array if shared else local_array
    array = make(scope, variable, shape or (1,), dtype, WIDEST_ACCESS)
    scope.name_hint = None
    if not shape:
        if isinstance(kind, Pointer):
            assert cells is not None
            scope.declare(variable.name, PointerElement(kind, cells, array, (ZERO,)))
            return None
        assert isinstance(kind, (np.dtype, Struct))
        scope.declare(variable.name, Element(kind, array, (ZERO,)))
        return None
    assert isinstance(variable.kind, ArrayOf)
    whole = Whole(variable.kind, array, shape, cells=cells)
    scope.declare(variable.name, whole)
    if shared and variable.value is not None:
        text = "a shared array has no first values: let threads write them, then __syncthreads()."
        scope.refuse(variable, "shared-values", text)
    return None if variable.value is None else _filled(scope, variable, whole)


def _declared_structures(
    scope: CScope, variable: syntax.Variable, kind: Struct, shape: tuple[int, ...]
) -> Work | None:
    """A local array of structures that have arrays themselves."""
    of = _array_of(variable, kind, shape)
    array = struct_arrays.declared(scope, variable, variable.name, of, _member_array)
    scope.declare(variable.name, array)
    made = methods.by_default(scope, variable, kind)
    if variable.value is None and made is None:
        return None
    given = (
        variable.value
        if isinstance(variable.value, syntax.Values)
        else syntax.Values([], lineno=variable.lineno, col_offset=variable.col_offset)
    )
    items, works = _items(_dealt_out(scope, given, of), shape), list[Work]()
    for index in np.ndindex(shape):
        place = struct_arrays.element_at(array, index)
        value = _value_of_item(scope, variable, kind, items.get(index))
        run = expressions.expr_of(scope, variable, value).run
        works.append(_setting(places.writing(scope, variable, place), run))
    return _in_order(works)


def _setting(write: places.Write, run: Run) -> Work:
    return lambda frame, mask: write(frame, mask, run(frame, mask))


def _value_of_item(
    scope: CScope, variable: syntax.Variable, kind: CType, item: syntax.Expression | None
) -> Typed:
    """What an element begins as: its value, else zeros."""
    if item is None:
        return expressions.structure(scope, variable, kind, [])
    return expressions.member_of(scope, item, kind, item)


def _filled(scope: CScope, variable: syntax.Variable, whole: Whole) -> Work:
    """`float x[3] = {1, 2};`: the rest is 0."""
    given = variable.value
    if not isinstance(given, syntax.Values):
        text = "the first values of {name} stand in braces: write {{0}}."
        scope.refuse(variable, "braces", text, name=variable.name)
    kind = places.shape_of(scope, variable)[0]
    items = _items(_dealt_out(scope, given, _array_of(variable, kind, whole.shape)), whole.shape)
    works = [
        _store_of(scope, variable, whole, kind, index, items.get(index))
        for index in np.ndindex(whole.shape)
    ]
    return _in_order(works)


def _array_of(node: syntax.Node, kind: CType, shape: tuple[int, ...]) -> ArrayOf:
    """The type of an array with numbers for its lengths."""
    for side in reversed(shape):
        kind = ArrayOf(kind, at(node, syntax.Number, side, INT))
    assert isinstance(kind, ArrayOf)
    return kind


def _dealt_out(scope: CScope, given: syntax.Values, kind: ArrayOf) -> syntax.Values:
    """Values of an array of structures with inner braces around those of each."""
    if not isinstance(dimensions(kind)[0], Struct):
        return given
    return replace(given, items=braces.regrouped(scope, kind, given.items))


def _items(
    given: syntax.Values, shape: tuple[int, ...]
) -> dict[tuple[int, ...], syntax.Expression]:
    """The values by their indices; without inner braces they follow one another."""
    found: dict[tuple[int, ...], syntax.Expression] = {}
    nested = len(shape) > 1 and any(
        isinstance(item, syntax.Values) and item.kind is None for item in given.items
    )
    for row, item in enumerate(given.items):
        if nested and isinstance(item, syntax.Values):
            inner = _items(item, shape[1:])
            found |= {(row, *index): value for index, value in inner.items()}
        else:
            index = np.unravel_index(row, shape) if row < int(np.prod(shape)) else ()
            found[tuple(map(int, index))] = item
    return found


def _store_of(
    scope: CScope,
    variable: syntax.Variable,
    whole: Whole,
    kind: CType,
    index: tuple[int, ...],
    item: syntax.Expression | None,
) -> Work:
    axes = tuple(operators.constant(axis, np.dtype(np.int64)) for axis in index)
    if isinstance(kind, Pointer):
        assert whole.cells is not None
        given: Typed = Null() if item is None else expressions.lower(scope, item)
        given = expressions.converted(scope, item or variable, given, kind)
        element = PointerElement(kind, whole.cells, whole.array, axes, whole.shape)
        return pointer_arrays.storing(scope, item or variable, element, given)
    value = _value_of_item(scope, variable, kind, item)
    assert isinstance(kind, (np.dtype, Struct))
    number = Element(kind, whole.array, axes, whole.shape)
    write, run = (
        places.writing(scope, variable, number),
        expressions.expr_of(scope, variable, value).run,
    )
    return lambda frame, mask: write(frame, mask, run(frame, mask))


# Statements


def _evaluation(scope: CScope, node: syntax.Evaluation) -> Node:
    value = node.value
    if (
        isinstance(value, syntax.Call)
        and isinstance(value.called, syntax.Name)
        and value.called.id == BARRIER
        and not value.arguments
        and BARRIER not in scope.unit.functions
    ):
        scope.program.has_barriers = True
        return Barrier(scope.statement, scope.place(node))
    group = groups.synchronised(scope, value)
    if group is not None and group.what == "block":
        scope.program.has_barriers = True
        scope.c_program.note_barrier(scope.statement)
        return Barrier(scope.statement, scope.place(node))
    if group is not None:
        found = groups.waiting(scope, node, group)
        assert isinstance(found, Nothing)
        return Simple(scope.statement, found.expr.run)
    return Simple(scope.statement, evaluated(scope, value))


def evaluated(scope: CScope, node: syntax.Expression) -> Run:
    """What an expression does whose value nobody uses."""
    called = node.operand if isinstance(node, syntax.Cast) and isinstance(node.kind, Void) else node
    scope.discarded = called  # type: ignore[assignment]
    found = expressions.lower(scope, node)
    scope.discarded = None
    if isinstance(found, (Number, Structure, Nothing)):
        return found.expr.run
    if isinstance(found, Address):
        return evaluating(found)
    if isinstance(found, Words):
        text = "a text alone does nothing: print it with printf."
        scope.refuse(node, "text", text)
    return lambda frame, mask: None


def _if(scope: CScope, node: syntax.If) -> Node:
    test = expressions.truth_in(scope, node.test)
    only = test.is_const and node.constant  # the other side need not make sense
    body = [] if only and not test.const else block(scope, [node.body])
    other = [] if node.other is None or (only and test.const) else block(scope, [node.other])
    if test.is_const:
        body, other = (body, []) if test.const else ([], other)
    construct = scope.construct(node, "if")
    return If(scope.statement, construct, test.run, body, other)


def _loop_body(scope: CScope, body: syntax.Statement, slot: int) -> list[Node]:
    scope.targets.append((slot, True))
    try:
        return block(scope, [body])
    finally:
        scope.targets.pop()


def _while(scope: CScope, node: syntax.While) -> Node:
    slot = scope.temporary()
    test = expressions.truth_in(scope, node.test)
    body = _loop_body(scope, node.body, slot)
    return While(
        scope.statement, slot, scope.construct(node, "loop"), body, [], test.run,
        scope.place(node), mattering(scope, node.test, node.body),
    )  # fmt: skip


def _do_while(scope: CScope, node: syntax.DoWhile) -> Node:
    slot = scope.temporary()
    body = _loop_body(scope, node.body, slot)
    test = expressions.truth_in(scope, node.test)
    return DoWhile(
        scope.statement, slot, scope.construct(node, "loop"), body, [], test.run,
        scope.place(node), mattering(scope, node.test, node.body),
    )  # fmt: skip


def _for(scope: CScope, node: syntax.For) -> Node:
    scope.names.append({})
    try:
        begin = _beginning(scope, node.begin)
        slot = scope.temporary()
        test = operators.constant(True, np.dtype(np.bool_))
        if node.test is not None:
            test = expressions.truth_in(scope, node.test)
        body = _loop_body(scope, node.body, slot)
        after: Run = lambda frame, mask: None  # noqa: E731
        if node.step is not None:
            after = evaluated(scope, node.step)
        watched = mattering(scope, node.test, node.body, node.step)
    finally:
        scope.names.pop()
    return CountedWhile(
        scope.statement, slot, scope.construct(node, "loop"), body, [], test.run,
        scope.place(node), watched, begin, after,
    )  # fmt: skip


def _beginning(scope: CScope, node: syntax.Statement | None) -> Run:
    if isinstance(node, syntax.Declaration):
        works = [_declared(scope, node, variable) for variable in node.variables]
        return _in_order([work for work in works if work is not None])
    if isinstance(node, syntax.Evaluation):
        return evaluated(scope, node.value)
    return lambda frame, mask: None


def mattering(scope: CScope, *parts: object) -> list[int]:
    """Slots of the variables that may decide what a loop does: not those that it only counts."""
    counted = set[int]()
    names = set[str]()
    for part in parts_of(list(parts[1:])):
        alone = part.value if isinstance(part, syntax.Evaluation) else None
        if isinstance(alone, (syntax.Postfix, syntax.Unary)) and alone.mark in ("++", "--"):
            counted.add(id(alone.operand))
        elif isinstance(part, syntax.Name) and id(part) not in counted:
            names.add(part.id)
    names |= {part.id for part in parts_of(parts[0]) if isinstance(part, syntax.Name)}
    found = list[int]()
    for name in sorted(names):
        meaning = scope.meaning(name)
        if isinstance(meaning, Variable):
            found.append(meaning.slot)
        elif isinstance(meaning, PointerVariable) and meaning.array_type is not None:
            found.append(scope.slot_of(meaning.key, np.dtype(np.int64)))
    return found


def _switch(scope: CScope, node: syntax.Switch) -> Node:
    value = expressions.number_in(scope, node.value)
    if value.kind.kind not in "biu":
        text = "switch chooses by a whole number, and this is {kind}."
        scope.refuse(node.value, "switch", text, kind=name_of(value.kind))
    slot = scope.temporary()
    chosen = operators.convert(value.expr, np.dtype(np.int64))
    scope.targets.append((slot, False))
    scope.names.append({})
    cases: list[tuple[tuple[int, ...], bool, list[Node]]] = []
    for labels, body in node.cases:
        numbers = [_label(scope, label) for label in labels if label is not None]
        nodes = [one for statement in body for one in lowered(scope, statement)]
        cases.append((tuple(numbers), None in labels, nodes))
    scope.names.pop()
    scope.targets.pop()
    construct = scope.construct(node, "if")
    return Switch(scope.statement, construct, slot, chosen.run, cases)


def _label(scope: CScope, node: syntax.Expression) -> int:
    value = expressions.constant_in(scope, node)
    if value is None:
        text = "a case is a whole number that is known before the kernel runs."
        scope.refuse(node, "switch", text)
    return value


def _return(scope: CScope, node: syntax.Return) -> Node:
    kind = scope.result
    if node.value is None or kind is None or isinstance(kind, Void):
        if node.value is not None:
            text = "a void function gives nothing back: write the result through a pointer."
            scope.refuse(node, "return", text)
        if isinstance(kind, (np.dtype, Struct, Pointer)):
            text = "return needs a value here: the function gives a {kind}."
            scope.refuse(node, "return", text, kind=name_of(kind))
        return Return(scope.statement, None)
    place = places.place_of(scope, node.value, allow_values=True) if scope.gives_place else None
    if isinstance(place, Element) and _is_shared_memory(place):
        return _returned(scope, node, memory.address_of_element(place))
    if isinstance(node.value, syntax.Values) and node.value.kind is None:
        value = expressions.structure(scope, node.value, kind, node.value.items)
    elif isinstance(kind, Auto):
        value = expressions.lower(scope, node.value)
        value = memory.decayed(value) if isinstance(value, Whole) else value
        scope.result = kind_of(value)
    else:
        found = expressions.lower(scope, node.value)
        value = expressions.converted(scope, node.value, found, kind)
    return _returned(scope, node, value)


def _is_shared_memory(place: Element) -> bool:
    """Whether a place outlives the function: a local variable of it does not."""
    return isinstance(place.array.type, ArrayType) and place.array.type.space != "local"


def _returned(scope: CScope, node: syntax.Return, value: Typed) -> Node:
    if isinstance(value, Null):
        text = "a function that gives nullptr is not known: give an index, and -1 for none."
        scope.refuse(node, "null-pointer", text)
    expr = expressions.expr_of(scope, node, value)
    if scope.returned not in (None, expr.type):
        text = "the returns of this function point into unlike memory: write two functions."
        scope.refuse(node, "two-spaces", text)
    scope.returned = expr.type
    return Return(scope.statement, expr.run)


def _jump(scope: CScope, node: syntax.Jump) -> Node:
    slots = [slot for slot, is_loop in scope.targets if is_loop or node.kind == "break"]
    if not slots:
        text = "{kind} stands in no loop."
        scope.refuse(node, "jump", text, kind=node.kind)
    return Jump(scope.statement, slots[-1], node.kind)


_HANDLERS: dict[type, Callable[[CScope, Any], Node]] = {
    syntax.Declaration: _declaration,
    syntax.Evaluation: _evaluation,
    syntax.If: _if,
    syntax.While: _while,
    syntax.DoWhile: _do_while,
    syntax.For: _for,
    syntax.Switch: _switch,
    syntax.Return: _return,
    syntax.Jump: _jump,
}
