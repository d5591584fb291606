"""Calls of functions that the file declares: each is lowered once for its arguments' types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.parser import DEEPEST
from gpuviz.cuda_c.types import (
    VOID,
    Auto,
    CType,
    Pointer,
    Reference,
    Struct,
    Void,
    name_of,
    without_reference,
)
from gpuviz.cuda_c.unit import FunctionText, TemplateArguments
from gpuviz.messages import KernelFailed, Message
from gpuviz.simt.c_front import bases, expressions, memory, overloads, places
from gpuviz.simt.c_front.pointer_values import unpacked
from gpuviz.simt.c_front.scope import CScope, parts_of
from gpuviz.simt.c_front.typed import (
    Address,
    Closure,
    Element,
    Group,
    Nothing,
    Null,
    Number,
    PointerVariable,
    Structure,
    StructVariable,
    Typed,
    Variable,
    Whole,
    kind_of,
    number,
)
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.control import ControlFrame
from gpuviz.simt.execution.thread_group import Mask, Value
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.device_calls import DEEPEST as DEEPEST_CALLS
from gpuviz.simt.lower.expressions.device_calls import too_deep
from gpuviz.simt.lower.expressions.tuples import nothing
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Run
from gpuviz.simt.types import INT64, NONE, ArrayType, TupleType

ENDED = "line {line}: {name} ended without a return: give it one on every way."


def function_call(scope: CScope, node: syntax.Call, name: str) -> Typed | Element:
    """A call of a function of the file; one that gives a reference gives a place."""
    text, function, templates = _chosen(scope, node, name)
    if text.is_kernel:
        sentence = (
            "{name} is a kernel: only the host launches it, with {name}<<<grid, block>>>(..)."
        )
        scope.refuse(node, "calls-kernel", sentence, name=name)
    given = [*node.arguments, *defaults_of(function, len(node.arguments))]
    arguments = [
        argument(scope, part, parameter.kind)
        for part, parameter in zip(given, function.parameters, strict=True)
    ]
    known = _known_result(scope, text, templates, function, arguments)
    if known is not None:
        return known
    body = scope.c_program.device_function(scope, node, text, templates, function, arguments)
    runs = [run for one in arguments for run in runs_of(one)]
    level = ControlFrame(scope.construct(node, "call"), 0)
    after = written_back(scope, given, function, body)
    return calling(scope, node, function, body, runs, level, after)


def _known_result(
    scope: CScope,
    text: FunctionText,
    templates: TemplateArguments,
    function: syntax.Function,
    given: list[Typed],
) -> Number | None:
    """What a constexpr function of one return gives for numbers that are known."""
    body, result = function.body.body, without_reference(function.result)
    if not text.is_constant or len(body) != 1 or not isinstance(result, np.dtype):
        return None
    returned = body[0].value if isinstance(body[0], syntax.Return) else None
    numbers = [one for one in given if isinstance(one, Number) and one.expr.is_const]
    if returned is None or len(numbers) < len(given) or scope.folding > DEEPEST:
        return None
    inner = scope.c_program.scope_of(scope.row, text, function, templates)
    inner.folding = scope.folding + 1
    for parameter, one in zip(function.parameters, numbers, strict=True):
        inner.declare(parameter.name, one)
    found = expressions.lower(inner, returned)
    if not isinstance(found, Number) or not found.expr.is_const:
        return None
    return number(operators.convert(found.expr, result))


def written_back(
    scope: CScope, given: list[syntax.Expression], function: syntax.Function, body: Any
) -> Callable[[CallFrame, Mask, CallFrame], None] | None:
    """Sets variables that were passed as copies for references, when the function has ended."""
    works: list[tuple[places.Write, Callable[[CallFrame], Value]]] = []
    for row, node in enumerate(given):
        own = scope.c_program.references.get((id(body), row))
        if own is not None:
            kind = without_reference(function.parameters[row].kind)
            place = bases.place_of_base(places.place_of(scope, node), kind)
            assert place is not None
            places.bound(scope, node, place, own.type)
            works.append((places.writing(scope, node, place), own.find))
    if not works:
        return None

    def after(frame: CallFrame, mask: Mask, inner: CallFrame) -> None:
        for write, find in works:
            write(frame, mask, find(inner))

    return after


def gives_place(function: syntax.Function) -> bool:
    """Whether a function gives a reference through which something can be set."""
    return isinstance(function.result, Reference) and not function.result.constant


def defaults_of(function: syntax.Function, given: int) -> list[syntax.Expression]:
    """The values of the parameters that a call leaves out."""
    left = function.parameters[given:]
    return [parameter.value for parameter in left if parameter.value is not None]


def calling(
    scope: CScope,
    node: syntax.Node,
    function: syntax.Function,
    body: Any,
    runs: list[Run],
    level: ControlFrame,
    after: Callable[[CallFrame, Mask, CallFrame], None] | None = None,
) -> Typed | Element:
    """What the lanes do that evaluate it: they take the function's steps, then go on.

    `after` gets the function's own frame when it has ended.
    """
    result, place = without_reference(function.result), scope.place(node)
    if isinstance(result, Auto):
        result = scope.c_program.deduced_results[id(body)] or VOID
    given = scope.c_program.results.get(id(body))

    values = {"name": function.name, "line": place.line}
    is_place = isinstance(given, TupleType)  # a reference to a number
    kind = result if isinstance(result, np.dtype) and not is_place else None
    unset = None if kind is None and given is None else nothing(kind or given)  # type: ignore[arg-type]
    discarded: object = scope.discarded
    may_lack = not isinstance(result, Void) and discarded is not node and _can_end(function.body)

    def run(frame: CallFrame, mask: Mask) -> Value:
        arguments = [one(frame, mask) for one in runs]
        if frame.context.depth == DEEPEST_CALLS:
            raise too_deep(frame, mask, function.name, place)
        inner = frame.context.call(body, mask, arguments, level)
        if after is not None:
            after(frame, mask, inner)
        if may_lack:
            inner.check_returned(mask, function.name, place, unset)
        if kind is not None and inner.result is not None:
            return operators.cast(inner.result, kind)
        if kind is not None:  # no lane came to a return with a value
            return kind.type(0)
        if inner.result is None and given is not None:
            raise KernelFailed(Message("cuda-c.no-return", ENDED, values), place)
        return inner.result

    if isinstance(result, Void):
        return Nothing(Expr(NONE, run, None, pure=False))
    if isinstance(given, TupleType) and (isinstance(result, Pointer) or _is_address(given)):
        of = result if isinstance(result, Pointer) else Pointer(result)
        pointer = unpacked(scope, of, Expr(given, run, UNKNOWN, pure=False))
        if isinstance(pointer, Null) or isinstance(result, Pointer):
            return pointer
        assert isinstance(result, (np.dtype, Struct))
        return Element(result, pointer.array, (pointer.offset,))
    if isinstance(result, Struct):
        of_members = given or expressions.struct_type(result)
        return Structure(result, Expr(of_members, run, UNKNOWN, pure=False))
    if not isinstance(result, np.dtype):
        sentence = "{name} gives a {kind}, which is not known: write the result through a pointer."
        scope.refuse(node, "result", sentence, name=function.name, kind=name_of(result))
    return number(Expr(result, run, UNKNOWN, pure=False))


def _can_end(body: syntax.Statement) -> bool:
    """Whether a way leads to the end of a statement, as far as its form tells."""
    if isinstance(body, (syntax.Return, syntax.Jump)):
        return False
    if isinstance(body, syntax.Block):
        return all(map(_can_end, body.body))
    if isinstance(body, syntax.If):
        return body.other is None or _can_end(body.body) or _can_end(body.other)
    if isinstance(body, (syntax.While, syntax.For)):
        for_ever = body.test is None or getattr(body.test, "value", None) in (1, True)
        return not for_ever or _breaks(body.body)
    if isinstance(body, syntax.Switch):
        last = body.cases[-1][1] if body.cases else []
        has_default = any(None in labels for labels, _ in body.cases)
        return not has_default or all(map(_can_end, last)) or _breaks(body.cases)
    return True


def _breaks(part: object) -> bool:
    return any(isinstance(one, syntax.Jump) and one.kind == "break" for one in parts_of(part))


def _is_address(kind: TupleType) -> bool:
    """Whether a tuple is a pointer and no structure (see pointer_values)."""
    return len(kind.items) == 2 and isinstance(kind.items[0], ArrayType)


def argument(scope: CScope, node: syntax.Expression, kind: CType) -> Typed:
    """An argument as the parameter's type has it; of a reference its address."""
    whole = closure_in(scope, node) or _group_in(scope, node)
    if whole is not None:
        return expressions.converted(scope, node, whole, kind)
    if isinstance(kind, Reference) and not kind.constant:
        place = bases.place_of_base(places.place_of(scope, node), kind.to)
        if isinstance(place, Element) and place.kind == kind.to:
            return memory.address_of_element(place)
        is_variable = isinstance(place, (Variable, StructVariable, PointerVariable))
        is_variable = is_variable and getattr(place, "find", None) is None
        if is_variable and place is not None and kind_of(place) == kind.to:
            return expressions.value_of(scope, node, place)  # written back by `written_back`
        text = "what is passed for {kind} has to be an element of an array, or a plain variable."
        scope.refuse(node, "reference", text, kind=name_of(kind))
    if isinstance(node, syntax.Values) and node.kind is None:
        wanted = kind.to if isinstance(kind, Reference) else kind
        return expressions.structure(scope, node, wanted, node.items)
    found = expressions.lower(scope, node)
    found = memory.decayed(found) if isinstance(found, Whole) else found
    return expressions.converted(scope, node, found, kind)


def closure_in(scope: CScope, node: syntax.Expression) -> Closure | None:
    """The lambda that an expression is, or names."""
    if isinstance(node, syntax.Lambda):
        found: object = expressions.lower(scope, node)
    else:
        found = scope.meaning(node.id) if isinstance(node, syntax.Name) else None
    return found if isinstance(found, Closure) else None


def _group_in(scope: CScope, node: syntax.Expression) -> Group | None:
    """The group that an expression names."""
    found = scope.meaning(node.id) if isinstance(node, syntax.Name) else None
    return found if isinstance(found, Group) else None


def runs_of(argument: Typed) -> list[Run]:
    """What finds the values that a call puts into the slots of an argument."""
    if isinstance(argument, Address):
        return [argument.array.run, operators.convert(argument.offset, INT64).run]
    if isinstance(argument, (Group, Null)):
        run = argument.run if isinstance(argument, Group) else None
        return [] if run is None else [run]
    if isinstance(argument, Closure):
        return [argument.run]
    assert isinstance(argument, (Number, Structure))
    return [argument.expr.run]


def _chosen(
    scope: CScope, node: syntax.Call, name: str
) -> tuple[FunctionText, syntax.Function, TemplateArguments]:
    """The function that takes as many arguments; of several the one that fits their types best."""
    found = []
    for text in scope.unit.functions[name]:
        if text.special is not None or text.owner:
            continue
        templates = template_arguments(scope, node, text)
        if templates is None:
            continue
        function = scope.c_program.syntax_of(text, templates)
        missing = len(function.parameters) - len(node.arguments)
        if missing >= 0 and len(defaults_of(function, len(node.arguments))) == missing:
            found.append((text, function, templates))
    if not found:
        special = overloads.only_special(scope, node, name)
        if special is not None:
            return special, scope.c_program.syntax_of(special, ()), ()
        text_ = (
            "no function {name} takes {given} arguments, or its template cannot be told from them."
        )
        scope.refuse(node, "argument-count", text_, name=name, given=len(node.arguments))
    best = found[0] if len(found) == 1 else overloads.best(scope, node, found)
    special = overloads.special_for(scope, *best)
    return best if special is None else (special, scope.c_program.syntax_of(special, ()), ())


def template_arguments(
    scope: CScope, node: syntax.Call, text: FunctionText
) -> TemplateArguments | None:
    """Those that are written, else those that the arguments tell; None where neither does."""
    given: list[CType | int] = []
    for part in node.templates:
        if isinstance(part, syntax.Node):
            value = expressions.constant_in(scope, part)
            if value is None:
                return None
            given.append(value)
        else:
            given.append(part)
    if len(given) >= len(text.templates):
        return tuple(given[: len(text.templates)])
    return scope.c_program.deduced(scope, node, text, tuple(given))
