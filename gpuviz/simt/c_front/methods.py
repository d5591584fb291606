"""Methods, operators and constructors of structures: functions that get the structure first.

A method works on a copy of its structure; what it changed is written back when it has ended.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.syntax import at
from gpuviz.cuda_c.types import (
    INT,
    ArrayOf,
    CType,
    Pointer,
    Struct,
    dimensions,
    without_reference,
)
from gpuviz.cuda_c.unit import CONVERSION, FunctionText, TemplateArguments
from gpuviz.simt.c_front import (
    bases,
    choices,
    expressions,
    memory,
    overloads,
    places,
    struct_arrays,
    unions,
)
from gpuviz.simt.c_front.changing import changes_object
from gpuviz.simt.c_front.device_functions import (
    argument,
    calling,
    defaults_of,
    gives_place,
    runs_of,
    written_back,
)
from gpuviz.simt.c_front.pointer_values import packed
from gpuviz.simt.c_front.scope import CScope, Meaning, parts_of
from gpuviz.simt.c_front.typed import (
    Element,
    Nothing,
    Null,
    Place,
    PointerVariable,
    StructArray,
    Structure,
    StructVariable,
    Typed,
    Variable,
    Whole,
)
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.control import ControlFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.tuples import make_tuple
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Run
from gpuviz.simt.types import INT64, NONE, TupleType, Type


def method(scope: CScope, node: syntax.Call) -> Typed | Element | None:
    """`a.f(x)`; None where the structure has no such method."""
    assert isinstance(node.called, syntax.Member)
    base, name = node.called.base, node.called.name
    if not node.called.through and (object_ := _gives_itself(scope, base)) is not None:
        later = at(node, syntax.Member, object_, name, False)
        later = at(node, syntax.Call, later, node.templates, node.arguments)
        return expressions.lower(scope, at(node, syntax.Binary, ",", base, later))
    if isinstance(base, syntax.Conditional) and not node.called.through:
        return _of_chosen(scope, node, node.called, base)
    if node.called.through:
        base = at(node, syntax.Unary, "*", base)
    found = expressions.lower(scope, base)
    if not isinstance(found, Structure):
        return None
    of, name = _qualified(found, name)
    return _called(scope, node, of, base, name, node.arguments)


def _gives_itself(scope: CScope, node: syntax.Expression) -> syntax.Expression | None:
    """The object of `s.set(1)` or `(a += b)`, where that gives `*this`: it is changed again."""
    if isinstance(node, syntax.Assignment):
        return node.target
    if not isinstance(node, syntax.Call) or not isinstance(node.called, syntax.Member):
        return None
    base, name = node.called.base, node.called.name
    if node.called.through:
        base = at(node, syntax.Unary, "*", base)
    found = expressions.lower(scope, _gives_itself(scope, base) or base)
    if not isinstance(found, Structure):
        return None
    _, texts = _found(scope, found.kind, name, len(node.arguments) + 1)
    if not texts or not _chosen(scope, texts, node.arguments).gives_reference:
        return None
    function = scope.c_program.syntax_of(_chosen(scope, texts, node.arguments), ())
    returns = [one.value for one in parts_of(function.body) if isinstance(one, syntax.Return)]
    if not all(_is_star_this(one) for one in returns):
        return None
    inner = _gives_itself(scope, base) or base
    if any(map(_acts, parts_of(inner))):
        text = (
            "{name} gives its object back, which an index with ++ or a call finds: name it first."
        )
        scope.refuse(node, "chain", text, name=name)
    return inner


def _is_star_this(node: syntax.Expression | None) -> bool:
    """Whether it is `*this`."""
    starred = isinstance(node, syntax.Unary) and node.mark == "*"
    of = node.operand if isinstance(node, syntax.Unary) else None
    return starred and isinstance(of, syntax.Name) and of.id == "this"


def _of_chosen(
    scope: CScope, node: syntax.Call, called: syntax.Member, choice: syntax.Conditional
) -> Typed:
    """`(test ? a : b).f(x)`."""

    def done(side: syntax.Expression) -> syntax.Expression:
        member = at(node, syntax.Member, side, called.name, False)
        return at(node, syntax.Call, member, node.templates, node.arguments)  # type: ignore[no-any-return]

    return choices.on_both_sides(scope, node, choice, done)


def implicit(scope: CScope, node: syntax.Call, name: str) -> Typed | Element | None:
    """`f(x)` in a method of the same structure, or of a variable that has operator()."""
    around = scope.unit.types.get(scope.owner)
    qualifier = name.rpartition("::")[0]
    if qualifier and isinstance(around, Struct) and qualifier in {k.name for k in around.lineage}:
        this = at(node, syntax.Name, "this")
        found = expressions.lower(scope, this)
        assert isinstance(found, Structure)
        of, plain = _qualified(found, name)
        return _called(scope, node, of, this, plain, node.arguments)
    for full in scope.names_inside(name):
        texts = scope.unit.functions.get(full, ())
        if scope.owner and any(text.owner for text in texts):
            this = at(node, syntax.Name, "this")
            found = expressions.lower(scope, this)
            assert isinstance(found, Structure)
            return _called(scope, node, found, this, name, node.arguments)
        if texts:
            from gpuviz.simt.c_front.device_functions import function_call

            return function_call(scope, node, full)
    if isinstance(scope.meaning(name), StructVariable):
        base = at(node, syntax.Name, name)
        found = expressions.lower(scope, base)
        assert isinstance(found, Structure)
        return _called(scope, node, found, base, "operator()", node.arguments)
    return None


def _qualified(structure: Structure, name: str) -> tuple[Structure, str]:
    """Of `Base::f` the part of a structure that is a Base, and f."""
    qualifier, _, plain = name.rpartition("::")
    base = next((one for one in structure.kind.lineage if one.name == qualifier), None)
    return (structure, name) if base is None else (bases.of_base(structure, base), plain)


def operator(
    scope: CScope,
    node: syntax.Binary | syntax.Unary,
    mark: str,
    operands: list[syntax.Expression],
    typed: list[Typed],
) -> Typed | None:
    """`a + b`, `-a` by an operator of the file; None where there is none."""
    first = typed[0]
    if isinstance(first, Structure):
        own = _called(scope, node, first, operands[0], f"operator{mark}", operands[1:])
        if own is not None:
            return expressions.value_of(scope, node, own)
    name = f"operator{mark}"
    if not _fitting(scope, name, len(operands)):
        return None
    from gpuviz.simt.c_front.device_functions import function_call

    called = at(node, syntax.Name, name)
    call = at(node, syntax.Call, called, (), operands)
    return expressions.value_of(scope, node, function_call(scope, call, name))


def has_operator(scope: CScope, mark: str) -> bool:
    """Whether the file declares such an operator, of whatever structure."""
    name = f"operator{mark}"
    return any(full == name or full.endswith(f"::{name}") for full in scope.unit.functions)


def place_inside(scope: CScope, node: syntax.Expression) -> Meaning | None:
    """What `v[i]`, `m(i, j)` or `m.at(i)` refers to in a variable, by a method of one return.

    None for anything else: a reference out of the structure is found by calling it.
    """
    base: syntax.Expression | None = None
    name, given = "", list[syntax.Expression]()
    if isinstance(node, syntax.Index):
        base, name, given = node.base, "operator[]", [node.index]
    elif isinstance(node, syntax.Call) and isinstance(node.called, syntax.Member):
        base, name, given = node.called.base, node.called.name, node.arguments
    elif isinstance(node, syntax.Call) and isinstance(node.called, syntax.Name):
        base, name, given = node.called, "operator()", node.arguments
    this = _object_at(scope, base, name)
    if this is None:
        return None
    for text in _fitting(scope, f"{this.kind.name}::{name}", len(given) + 1):
        function = scope.c_program.syntax_of(text, ())
        body = function.body.body
        returned = body[0].value if len(body) == 1 and isinstance(body[0], syntax.Return) else None
        if gives_place(function) and returned is not None and text.gives_reference:
            return _place_in(scope, this, function, returned, given)
    return None


def _object_at(
    scope: CScope, base: syntax.Expression | None, name: str
) -> StructVariable | Element | None:
    """Where the object lies, of which a method may give a reference; None where it is no place."""
    if isinstance(base, syntax.Name):
        found = scope.meaning(base.id)
        if found is None and base.id in scope.unit.variables:
            found = places.place_of(scope, base, allow_values=True)
    elif isinstance(base, (syntax.Member, syntax.Index)) and _gives_references(scope, name):
        found = places.place_of(scope, base, allow_values=True)
    else:
        return None
    if isinstance(found, StructVariable):
        return found if found.find is None else None
    if not isinstance(found, Element) or not isinstance(found.kind, Struct):
        return None
    return found if _is_chain(base) and not any(map(_acts, parts_of(base))) else None


def _acts(node: syntax.Node) -> bool:
    """Whether an expression does something, or calls what may."""
    counts = isinstance(node, (syntax.Unary, syntax.Postfix)) and node.mark in ("++", "--")
    return counts or isinstance(node, (syntax.Assignment, syntax.Call))


def _is_chain(node: syntax.Expression | None) -> bool:
    """Whether a place is reached by members and elements alone, so that finding it does nothing."""
    if isinstance(node, syntax.Member):
        return isinstance(node.base, syntax.Name) if node.through else _is_chain(node.base)
    return _is_chain(node.base) if isinstance(node, syntax.Index) else isinstance(node, syntax.Name)


def _gives_references(scope: CScope, name: str) -> bool:
    """Whether a method of that name of some structure gives a reference."""
    return any(
        full.endswith(f"::{name}") and any(text.gives_reference for text in several)
        for full, several in scope.unit.functions.items()
    )


def _members_of(
    scope: CScope, node: syntax.Node, this: StructVariable | Element
) -> dict[str, Meaning]:
    """What the names of its members mean in a method of an object."""
    if isinstance(this, StructVariable):
        return dict(zip((name for name, _ in this.kind.members), this.members, strict=True))
    assert isinstance(this.kind, Struct)
    return {
        name: (memory.member_array if isinstance(part, ArrayOf) else memory.member)(
            scope, node, this, name
        )
        for name, part in this.kind.members
        if not isinstance(part, Pointer)
    }


def _place_in(
    scope: CScope,
    this: StructVariable | Element,
    function: syntax.Function,
    returned: syntax.Expression,
    given: list[syntax.Expression],
) -> Meaning | None:
    names = _members_of(scope, returned, this)
    nodes = [*given, *defaults_of(function, len(given) + 1)]
    for parameter, part in zip(function.parameters[1:], nodes, strict=True):
        names[parameter.name] = argument(scope, part, parameter.kind)
    outer, scope.names = scope.names, [{**names, "this": this}]
    try:
        return places.place_of(scope, returned, allow_values=True)
    finally:
        scope.names = outer


def subscripted(scope: CScope, node: syntax.Index, base: Structure) -> Typed | Element | None:
    """`a[i]` by operator[]; None where there is none."""
    return _called(scope, node, base, node.base, "operator[]", [node.index])


def changed(
    scope: CScope,
    node: Any,
    mark: str,
    target: syntax.Expression,
    value: syntax.Expression,
) -> Typed | None:
    """`a += b` by operator+=, else by operator+; None where there is neither."""
    base = expressions.lower(scope, target)
    if not isinstance(base, Structure):
        return None
    own = _called(scope, node, base, target, f"operator{mark}=", [value])
    if own is not None:
        return expressions.value_of(scope, node, own)
    if scope.unit.functions.get(f"operator{mark}="):
        from gpuviz.simt.c_front.device_functions import function_call

        name = f"operator{mark}="
        call = at(node, syntax.Call, at(node, syntax.Name, name), (), [target, value])
        given = function_call(scope, call, name)
        return expressions.value_of(scope, node, given)
    whole = at(node, syntax.Binary, mark, target, value)
    return places.assigned(scope, at(node, syntax.Assignment, "", target, whole))


def counted(
    scope: CScope, node: syntax.Unary | syntax.Postfix, target: syntax.Expression
) -> Typed | None:
    """`++a`, `a++` by an operator of its structure; None where there is none."""
    base = expressions.lower(scope, target)
    if not isinstance(base, Structure):
        return None
    behind = isinstance(node, syntax.Postfix)
    given: list[syntax.Expression] = [at(node, syntax.Number, 0, INT)] if behind else []
    own = _called(scope, node, base, target, f"operator{node.mark}", given)
    return None if own is None else expressions.value_of(scope, node, own)


def assigned(scope: CScope, node: syntax.Assignment, kind: Struct) -> Typed | None:
    """`a = b` by operator= of its structure; None where members are copied."""
    texts = scope.unit.functions.get(f"{kind.name}::operator=", ())
    if not texts or (isinstance(node.value, syntax.Values) and node.value.kind is None):
        return None
    given = overloads.kind_in(scope, node.value)
    takes = {
        without_reference(scope.c_program.syntax_of(text, ()).parameters[1].kind) for text in texts
    }
    if isinstance(given, Struct) and kind in given.lineage and kind not in takes:
        return None
    base = expressions.lower(scope, node.target)
    assert isinstance(base, Structure)
    own = _called(scope, node, base, node.target, "operator=", [node.value])
    return None if own is None else expressions.value_of(scope, node, own)


def by_default(scope: CScope, variable: syntax.Variable, kind: CType) -> Typed | None:
    """What a constructor without arguments makes; None where there is none."""
    if not isinstance(kind, Struct) or not _fitting(scope, f"{kind.name}::{kind.name}", 1):
        return None
    return constructed(scope, variable, kind, [])


def constructed(
    scope: CScope, node: syntax.Node, kind: Struct, items: list[syntax.Expression]
) -> Typed | None:
    """`T(a, b)` by a constructor; None where the structure has none that takes so many."""
    if len(items) == 1 and getattr(items[0], "kind", kind) is not None:
        only = expressions.lower(scope, items[0])
        if isinstance(only, Structure) and only.kind == kind:
            return only
    name = f"{kind.name}::{kind.name}"
    if not _fitting(scope, name, len(items) + 1):
        return None
    empty = Structure(kind, _zeros(kind))
    made = _called(scope, node, empty, None, kind.name, items)
    assert not isinstance(made, Element)
    return made


def _fitting(scope: CScope, name: str, count: int) -> list[FunctionText]:
    """The functions of a name that take so many arguments, their structure included."""
    found = []
    for text in scope.unit.functions.get(name, ()):
        if text.templates:
            continue
        function = scope.c_program.syntax_of(text, ())
        missing = len(function.parameters) - count
        if missing >= 0 and len(defaults_of(function, count)) == missing:
            found.append(text)
    return found


def _called(
    scope: CScope,
    node: syntax.Node,
    this: Structure,
    base: syntax.Expression | None,
    name: str,
    given: list[syntax.Expression],
) -> Typed | Element | None:
    kind, texts = _found(scope, this.kind, name, len(given) + 1)
    templates = _templates(scope, node, kind, name, given)
    if templates:
        plain = [(text, scope.c_program.syntax_of(text, ()), ()) for text in texts]
        written = isinstance(node, syntax.Call) and node.templates
        every = templates if written else [*plain, *templates]
        text, _, arguments = overloads.best_method(scope, given, every)
        return _invoked(scope, node, bases.of_base(this, kind), base, text, given, arguments)
    if not texts:
        static = f"{kind.name}::{name}"
        if not isinstance(node, syntax.Call) or static not in scope.unit.functions:
            return None
        from gpuviz.simt.c_front.device_functions import function_call

        return function_call(scope, node, static)
    return _invoked(
        scope, node, bases.of_base(this, kind), base, _chosen(scope, texts, given), given
    )


def _templates(
    scope: CScope, node: syntax.Node, kind: Struct, name: str, given: list[syntax.Expression]
) -> list[overloads.Candidate]:
    """The methods of a name that are templates, for their arguments in this call."""
    from gpuviz.simt.c_front.device_functions import template_arguments

    found: list[overloads.Candidate] = []
    for text in scope.unit.functions.get(f"{kind.name}::{name}", ()):
        if not text.templates or not text.owner:
            continue
        written = node.templates if isinstance(node, syntax.Call) else ()
        call = at(node, syntax.Call, at(node, syntax.Name, name), written, given)
        arguments = template_arguments(scope, call, text)
        if arguments is None:
            continue
        function = scope.c_program.syntax_of(text, arguments)
        missing = len(function.parameters) - len(given) - 1
        if missing >= 0 and len(defaults_of(function, len(given) + 1)) == missing:
            found.append((text, function, arguments))
    return found


def _found(scope: CScope, kind: Struct, name: str, count: int) -> tuple[Struct, list[FunctionText]]:
    """The structure, or its base, that has a method of a name, and which may be meant."""
    for structure in kind.lineage:
        full = f"{structure.name}::{name}"
        if full in scope.unit.functions:
            return structure, _fitting(scope, full, count)
    return kind, []


def _invoked(
    scope: CScope,
    node: syntax.Node,
    this: Structure,
    base: syntax.Expression | None,
    text: FunctionText,
    given: list[syntax.Expression],
    templates: TemplateArguments = (),
) -> Typed | Element:
    name, function = text.name, scope.c_program.syntax_of(text, templates)
    changes = base is not None and (
        text.makes or (not text.keeps and changes_object(scope.unit, function, this.kind))
    )
    place: Meaning | None = None
    if changes:
        assert base is not None
        place, this = _found_once(scope, node, base, this)
    rest = function.parameters[1:]
    nodes = [*given, *defaults_of(function, len(given) + 1)]
    arguments: list[Typed] = [this]
    for part, parameter in zip(nodes, rest, strict=True):
        arguments.append(argument(scope, part, parameter.kind))
    call: Any = node if isinstance(node, syntax.Call) else _as_call(node, name)
    body = scope.c_program.device_function(scope, call, text, templates, function, arguments)
    runs = _object_last(scope, [run for one in arguments for run in runs_of(one)])
    level = ControlFrame(scope.construct(node, "call"), 0)
    own = scope.c_program.owners[id(body)]
    as_given: list[syntax.Expression] = [at(node, syntax.Name, "this"), *nodes]
    back = written_back(scope, as_given, function, body)
    if text.makes:
        made = Structure(this.kind, _made(body, runs, level, own, back))
        return made if base is None else _base_set(scope, node, place, made)
    write: places.Write | None = None
    if place is not None and not isinstance(place, Structure):
        places.bound(scope, node, place, own.type)
        write = places.writing(scope, node, place)

    def after(frame: CallFrame, mask: Mask, inner: CallFrame) -> None:
        if write is not None:
            write(frame, mask, own.find(inner))
        if back is not None:
            back(frame, mask, inner)

    return calling(scope, node, function, body, runs, level, after)


def _found_once(
    scope: CScope, node: syntax.Node, base: syntax.Expression, this: Structure
) -> tuple[Meaning | None, Structure]:
    """Where an object lies that a method changes, and what it is: its place is found once."""
    place = bases.place_of_base(places.place_of(scope, base, allow_values=True), this.kind)
    if (
        place is None
        and isinstance(base, syntax.Call)
        and places.may_give_place(scope, base.called)
    ):
        text = "this call gives a reference to an object, and changes that: name the object itself."
        scope.refuse(node, "chain", text)
    if isinstance(place, StructVariable) and place.find is not None:
        found = expressions.value_of(scope, node, place)
        assert isinstance(found, Structure)
        return replace(place, find=None), found
    if not isinstance(place, Element):
        return place, this
    element, find = memory.found_once(scope, place)
    if find is None:
        return place, this
    value = expressions.value_of(scope, node, element)
    assert isinstance(value, Structure)
    run = value.expr.run

    def read(frame: CallFrame, mask: Mask) -> Value:
        find(frame, mask)
        return run(frame, mask)

    return element, Structure(value.kind, Expr(value.expr.type, read, UNKNOWN, pure=False))


def _object_last(scope: CScope, runs: list[Run]) -> list[Run]:
    """Arguments are evaluated before the object is copied: `s.push(s.pop())`."""
    this, *rest = runs
    if not rest:
        return runs
    slot = scope.temporary()

    def first(frame: CallFrame, mask: Mask) -> Value:
        frame.variables[slot] = [run(frame, mask) for run in rest]
        return this(frame, mask)

    def later(row: int) -> Run:
        return lambda frame, mask: frame.variables[slot][row]

    return [first, *map(later, range(len(rest)))]


def _base_set(scope: CScope, node: syntax.Node, place: Meaning | None, made: Structure) -> Nothing:
    """The base of an object becomes what a constructor made."""
    assert place is not None
    places.bound(scope, node, place, made.expr.type)
    write, run = places.writing(scope, node, place), made.expr.run
    return Nothing(Expr(NONE, lambda f, m: write(f, m, run(f, m)), None, pure=False))


def by_own_conversion(
    scope: CScope, node: Any, typed: Typed, kind: CType | None = None
) -> Typed | None:
    """What an `operator float()` of a structure gives; None where it has none that is meant."""
    if not isinstance(typed, Structure):
        return None
    structure, texts = _found(scope, typed.kind, CONVERSION, 1)
    results = [without_reference(scope.c_program.syntax_of(t, ()).result) for t in texts]
    if kind is None and len(texts) > 1:
        return None
    rows = [row for row, result in enumerate(results) if kind is None or _leads_to(result, kind)]
    if not rows:
        return None
    exact = next((row for row in rows if results[row] == kind), rows[0])
    this = bases.of_base(typed, structure)
    own = _invoked(scope, node, this, None, texts[exact], [])
    return expressions.value_of(scope, node, own)


def _leads_to(result: CType, kind: CType) -> bool:
    if isinstance(result, Pointer) and isinstance(kind, Pointer):
        return result.to == kind.to
    return result == kind or (isinstance(result, np.dtype) and isinstance(kind, np.dtype))


def _made(
    body: Any,
    runs: list[Run],
    level: ControlFrame,
    own: Held,
    back: Callable[[CallFrame, Mask, CallFrame], None] | None,
) -> Expr:
    """What a constructor leaves in its structure."""

    def run(frame: CallFrame, mask: Mask) -> Value:
        values = [one(frame, mask) for one in runs]
        inner = frame.context.call(body, mask, values, level)
        if back is not None:
            back(frame, mask, inner)
        return own.find(inner)

    return Expr(own.type, run, UNKNOWN, pure=False)


@dataclass(frozen=True, slots=True)
class Held:
    """What a variable holds in a frame that has ended, as the value that it is."""

    type: Type
    find: Callable[[CallFrame], Value]


def held(scope: CScope, place: Place) -> Held:
    """That of a structure's variable: the tuple of its members."""
    if isinstance(place, StructVariable):
        parts = [held(scope, part) for part in place.members]
        kind = TupleType(tuple(part.type for part in parts))
        return Held(kind, lambda frame: tuple(part.find(frame) for part in parts))
    if isinstance(place, PointerVariable):
        slots = places.pointer_slots(scope, place)
        pointer = TupleType((place.array_type, INT64) if place.array_type is not None else ())
        return Held(pointer, lambda frame: tuple(frame.variables[slot] for slot in slots))
    if isinstance(place, (Whole, StructArray)):
        return _held_array(place)
    if isinstance(place, Element):
        bits = unions.value(place)
        return Held(bits.type, lambda frame: bits.run(frame, None))  # type: ignore[arg-type]
    assert isinstance(place, Variable)
    slot = place.slot
    return Held(place.kind, lambda frame: frame.variables[slot])


def _held_array(whole: Whole | StructArray) -> Held:
    """That of an array in a structure. What it takes to copy it is not counted."""
    of_structures = isinstance(whole, StructArray)
    found = struct_arrays.copied(whole) if of_structures else memory.copied(whole)  # type: ignore[arg-type]
    return Held(found.type, lambda frame: found.run(frame, None))  # type: ignore[arg-type]


def _chosen(
    scope: CScope, texts: list[FunctionText], given: list[syntax.Expression]
) -> FunctionText:
    """Of several the one whose parameters fit the arguments best."""
    if len(texts) == 1:
        return texts[0]
    kinds = [overloads.kind_in(scope, part) for part in given]
    costs = [
        overloads.cost(kinds, scope.c_program.syntax_of(text, ()).parameters[1:]) for text in texts
    ]
    return texts[costs.index(min(costs))]


def _zeros(kind: Struct) -> Expr:
    parts: list[Expr] = []
    for _, part in kind.members:
        if isinstance(part, Struct):
            parts.append(_zeros(part))
        elif isinstance(part, np.dtype):
            parts.append(operators.constant(0, part))
        elif isinstance(part, ArrayOf):
            of, shape = dimensions(part)
            zero = _zeros(of) if isinstance(of, Struct) else None
            zero = operators.constant(0, of) if isinstance(of, np.dtype) else zero
            parts.append(make_tuple([zero or packed(Null())] * math.prod(shape)))
        else:
            parts.append(packed(Null()))
    return make_tuple(parts)


def _as_call(node: syntax.Node, name: str) -> Any:
    return at(node, syntax.Call, at(node, syntax.Name, name), (), [])
