"""Reductions of whole arrays, by each thread for itself: a.sum(), np.mean(a), a.argmax(), ..

Each is the loop that Numba compiles for it, with Numba's types: elements are read one after the
other, in the order of memory, and each is an access of the thread at the place of the call.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NoReturn

import numpy as np

from gpuviz.messages import EnglishTemplate, KernelFailed, Message
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value, pick
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import arguments_of, placed
from gpuviz.simt.lower.expressions.dtypes import type_given
from gpuviz.simt.lower.expressions.lowering import binary_of
from gpuviz.simt.lower.expressions.tuples import item_of, kept
from gpuviz.simt.lower.intrinsics.complex_numbers import real_part
from gpuviz.simt.lower.intrinsics.number_types import cast
from gpuviz.simt.lower.registry import Lowering, method, special_form
from gpuviz.simt.lower.scope import UNKNOWN, Expr, Lower, Scope
from gpuviz.simt.memory.reshaping import in_memory_order, size_of
from gpuviz.simt.memory.slicing import elements_of
from gpuviz.simt.types import (
    BOOL,
    FLOAT16,
    FLOAT64,
    INT64,
    NONE,
    UINT64,
    ArrayType,
    Scalar,
    TupleType,
    is_number_type,
    type_name,
    unify,
)

State = tuple[Expr, ...]
"""What a loop over elements has found so far."""

Step = Callable[[State, Expr], State]
"""What becomes of it with the next element."""

EMPTY = (
    "line {line}: thread {thread} of block {block} asks for {name} of an array without elements:"
    " there is none."
)


@dataclass(frozen=True, slots=True)
class Reduction:
    """A call that reduces an array, while it is lowered."""

    scope: Scope
    node: ast.Call
    base: Expr
    given: tuple[Expr, ...] = ()
    """What stands behind the array, one for each of the words; None where it is left out."""
    by_index: bool = False
    """Whether elements are read in the order of their indices, not as they lie in memory."""

    @property
    def array(self) -> ArrayType:
        """The array's type."""
        assert isinstance(self.base.type, ArrayType)
        return self.base.type

    @property
    def text(self) -> str:
        """The function as it is written."""
        return ast.unparse(self.node.func)

    def reject(self, code: str, template: EnglishTemplate) -> NoReturn:
        """Raises NotSupportedError: `template` has the function's text and the array's kind."""
        values = {"text": self.text, "kind": type_name(self.array)}
        self.scope.refuse(self.node, code, template, **values)

    def binary(self, operator: ast.operator, left: Expr, right: Expr) -> Expr:
        """`left operator right` of two numbers, with Numba's type."""
        return binary_of(self.scope, self.node, operator, left, right)

    def size(self) -> Expr:
        """How many elements there are."""
        run = self.base.run
        return Expr(INT64, lambda f, m: size_of(run(f, m).shape), UNKNOWN, self.base.pure)

    def looped(self, start: State, step: Step, stop: Step | None = None) -> Expr:
        """What the loop has found in the end, as a tuple of numbers.

        The type of each is that of a variable that the loop changes. A thread reads no further
        where what `stop` gives holds.
        """
        scope, array, node = self.scope, self.base.run, self.node
        slots, at = [scope.temporary() for _ in start], scope.temporary()
        element = _in_slot(self.array.dtype, at)
        kinds = _settled(start, slots, element, step)
        state = _state(kinds, slots)
        first = [operators.convert(*pair).run for pair in zip(start, kinds, strict=True)]
        steps = [
            operators.convert(*pair).run for pair in zip(step(state, element), kinds, strict=True)
        ]
        ends = None if stop is None else stop(state, element)[0].run
        of_array = node.func.value if isinstance(node.func, ast.Attribute) else node
        point = scope.point(node.args[0] if len(node.args) > 0 else of_array)

        def run(frame: CallFrame, mask: Mask) -> Value:
            given = array(frame, mask)
            part = given if self.by_index else in_memory_order(given)
            found, left = tuple(one(frame, mask) for one in first), mask
            for index, having in elements_of(part, mask):
                lanes = left if having is mask else left.split(having.lanes)[0]
                if lanes is None:
                    continue
                for slot, value in zip(slots, found, strict=True):
                    frame.variables[slot] = value
                frame.variables[at] = frame.context.load(frame, point, part, index, lanes)
                changed = tuple(one(frame, lanes) for one in steps)
                found = changed if lanes is mask else pick(lanes.lanes, changed, found)
                ended = None if ends is None else lanes.split(ends(frame, lanes))[0]
                rest = left if ended is None else left.split(ended.lanes)[1]
                if rest is None:
                    break
                left = rest
            return found

        return Expr(TupleType(kinds), run, UNKNOWN, pure=False)

    def one(self, start: Expr, step: Callable[[Expr, Expr], Expr]) -> Expr:
        """What a loop with one variable has found."""
        loop = self.looped((start,), lambda state, element: (step(state[0], element),))
        return item_of(loop, 0)

    def least(self, name: str) -> Reduction:
        """The same, by index, of an array that must have an element: else the kernel fails."""
        run, place = self.base.run, self.scope.place(self.node)

        def checked(frame: CallFrame, mask: Mask) -> Value:
            array = run(frame, mask)
            missing = mask.lanes & (np.asarray(size_of(array.shape)) == 0)
            if missing.any():
                block, thread = frame.context.thread_group.first_thread(missing)
                at = {"thread": str(thread), "block": str(block), "line": place.line, "name": name}
                raise KernelFailed(Message("kernel.empty-array", EMPTY, at), place)
            return array

        base = Expr(self.base.type, checked, UNKNOWN, pure=False)
        return replace(self, base=base, by_index=True)


def _in_slot(kind: Scalar, slot: int) -> Expr:
    return Expr(kind, lambda frame, mask: frame.variables[slot], UNKNOWN, pure=False)


def _state(kinds: tuple[Scalar, ...], slots: list[int]) -> State:
    return tuple(_in_slot(*pair) for pair in zip(kinds, slots, strict=True))


def _settled(start: State, slots: list[int], element: Expr, step: Step) -> tuple[Scalar, ...]:
    """The types that variables have when a loop changes them."""
    kinds = [one.type for one in start if isinstance(one.type, np.dtype)]
    while True:
        changed = step(_state(tuple(kinds), slots), element)
        wider = [unify(kind, one.type) for kind, one in zip(kinds, changed, strict=True)]
        if wider == kinds:
            return tuple(kinds)
        kinds = [kind for kind in wider if isinstance(kind, np.dtype)]
        assert len(kinds) == len(wider)


def _zero(kind: Scalar) -> Expr:
    return operators.constant(0, kind)


def _chosen(test: Expr, yes: Expr, no: Expr) -> Expr:
    """One of two numbers of a type, by lane."""
    ask, one, other = test.run, yes.run, no.run
    return Expr(yes.type, lambda f, m: pick(ask(f, m), one(f, m), other(f, m)), pure=False)


def _after(first: Expr, then: Expr) -> Expr:
    """The second, when the first has been evaluated."""
    before, run = first.run, then.run

    def both(frame: CallFrame, mask: Mask) -> Value:
        before(frame, mask)
        return run(frame, mask)

    return Expr(then.type, both, UNKNOWN, pure=False)


def _is_nan(element: Expr) -> Expr | None:
    """Whether a number is none; None for types that have only numbers."""
    assert isinstance(element.type, np.dtype)
    run, kind = element.run, element.type.kind
    if kind not in "fc":
        return None
    return Expr(BOOL, lambda frame, mask: np.isnan(run(frame, mask)), pure=False)


def _unless_nan(element: Expr, yes: Expr, no: Expr) -> Expr:
    """A number where the element is one, else the other."""
    missing = _is_nan(element)
    return yes if missing is None else _chosen(missing, no, yes)


def _wide(kind: Scalar) -> Scalar:
    """The type of a sum: whole numbers have 64 bits."""
    if kind.kind in "bi":
        return INT64
    return UINT64 if kind.kind == "u" else kind


def _sum(call: Reduction) -> Expr:
    """In the type of the elements, or the one that is asked for by the name dtype.

    Of a type that is given by place Numba does not take the type.
    """
    axis, dtype = call.given
    wanted = None if dtype.type == NONE else type_given(dtype)
    nameless = call.array.ndim == 1 and type_given(axis) is not None
    if not (axis.type == NONE or nameless) or (dtype.type != NONE and wanted is None):
        call.reject("reduction-arguments", ONLY_WHOLE)
    kind = wanted or _wide(call.array.dtype)

    def add(total: Expr, element: Expr) -> Expr:
        return cast(call.scope, call.node, [call.binary(ast.Add(), total, element)], kind)

    return call.one(_zero(kind), add)


def _prod(call: Reduction) -> Expr:
    one = operators.constant(1, call.array.dtype)
    return call.one(one, lambda product, element: call.binary(ast.Mult(), product, element))


def _mean(call: Reduction) -> Expr:
    """The sum, of whole numbers in float64, divided by how many there are."""
    dtype = call.array.dtype
    start = _zero(FLOAT64 if dtype.kind in "biu" else dtype)
    total = call.one(start, lambda total, element: call.binary(ast.Add(), total, element))
    return call.binary(ast.Div(), total, call.size())


def _var(call: Reduction) -> Expr:
    """Reads all elements twice: for their mean, and for their squared distances from it."""
    mean, again = kept(call.scope, _mean(call))
    total = call.one(_zero(INT64), lambda total, element: _plus_square(call, total, element, again))
    return _after(mean, call.binary(ast.Div(), total, call.size()))


def _plus_square(call: Reduction, total: Expr, element: Expr, mean: Expr) -> Expr:
    distance = call.binary(ast.Sub(), element, mean)
    assert isinstance(distance.type, np.dtype)
    if distance.type.kind != "c":
        return call.binary(ast.Add(), total, call.binary(ast.Mult(), distance, distance))
    run = distance.run

    def square(frame: CallFrame, mask: Mask) -> Value:
        value = run(frame, mask)
        return (value * np.conj(value)).real

    return call.binary(ast.Add(), total, Expr(real_part(distance.type), square, pure=False))


def _root_of(variance: Callable[[Reduction], Expr]) -> Callable[[Reduction], Expr]:
    def deviation(call: Reduction) -> Expr:
        return call.binary(ast.Pow(), variance(call), operators.constant(0.5, FLOAT64))

    return deviation


def _any(call: Reduction) -> Expr:
    """Reads up to the first element that is not 0."""
    loop = call.looped(
        (operators.constant(False, BOOL),),
        lambda state, element: (operators.truth(element),),
        lambda state, element: (operators.truth(element),),
    )
    return item_of(loop, 0)


def _all(call: Reduction) -> Expr:
    """Reads up to the first element that is 0."""
    loop = call.looped(
        (operators.constant(True, BOOL),),
        lambda state, element: (operators.truth(element),),
        lambda state, element: (operators.unary(ast.Not(), operators.truth(element), BOOL),),
    )
    return item_of(loop, 0)


def _extreme_at(name: str, better: type[ast.cmpop]) -> Callable[[Reduction], Expr]:
    """Where the first of the smallest, or largest, elements is, or the first that is no number."""

    def number(call: Reduction) -> Expr:
        if call.array.dtype.kind == "c":
            call.reject("complex-order", "{text}: complex numbers have no order.")
        loop = (
            _with_axis(call)
            .least(name)
            .looped(
                (_zero(call.array.dtype), _zero(INT64), _zero(INT64)),
                lambda state, element: _with(state, element, better),
                lambda state, element: (_is_nan(element) or operators.constant(False, BOOL),),
            )
        )
        return item_of(loop, 1)

    return number


def _with(state: State, element: Expr, better: type[ast.cmpop]) -> State:
    """The best so far, its number, and the next number."""
    best, where, number = state
    is_better = operators.compare(better, element, best).run
    is_nan = _is_nan(element)
    nan = (lambda frame, mask: np.bool_(False)) if is_nan is None else is_nan.run
    count = number.run
    taken = Expr(BOOL, lambda f, m: is_better(f, m) | nan(f, m) | (count(f, m) == 0), pure=False)
    following = operators.binary(ast.Add, number, operators.constant(1, INT64), INT64)
    return _chosen(taken, element, best), _chosen(taken, number, where), following


def _with_axis(call: Reduction) -> Reduction:
    """Of one axis there is only one choice; along one of several Numba would make a new array."""
    (axis,) = call.given
    if axis.type == NONE or (call.array.ndim == 1 and axis.const in (0, -1)):
        return call
    whole = isinstance(axis.type, np.dtype) and axis.type.kind in "iu"
    if call.array.ndim > 1 or axis.is_const or not whole:
        call.reject("reduction-arguments", ONLY_WHOLE)
    run, number, place = call.base.run, axis.run, call.scope.place(call.node)

    def checked(frame: CallFrame, mask: Mask) -> Value:
        array, given = run(frame, mask), number(frame, mask)
        wrong = mask.lanes & (given != 0) & (given != -1)
        if wrong.any():
            block, thread = frame.context.thread_group.first_thread(wrong)
            at = {"thread": str(thread), "block": str(block), "line": place.line}
            raise KernelFailed(Message("kernel.axis", NO_AXIS, at), place)
        return array

    return replace(call, base=Expr(call.base.type, checked, UNKNOWN, pure=False))


NO_AXIS = (
    "line {line}: thread {thread} of block {block} gives the number of an axis that an array with"
    " one dimension does not have: it is 0 or -1."
)


def _count_nonzero(call: Reduction) -> Expr:
    (axis,) = call.given
    if axis.type != NONE:
        call.reject("reduction-arguments", ONLY_WHOLE)

    def counted(count: Expr, element: Expr) -> Expr:
        return call.binary(ast.Add(), count, operators.convert(operators.truth(element), INT64))

    return call.one(_zero(INT64), counted)


def _without_nan(operator: ast.operator, start: int) -> Callable[[Reduction], Expr]:
    """np.nansum and np.nanprod: in int64 for whole numbers, also those without a sign."""

    def total(call: Reduction) -> Expr:
        dtype = call.array.dtype
        first = operators.constant(start, INT64 if dtype.kind in "iu" else dtype)

        def step(total: Expr, element: Expr) -> Expr:
            changed = call.binary(operator, total, element)
            assert isinstance(changed.type, np.dtype)
            return _unless_nan(element, changed, operators.convert(total, changed.type))

        return call.one(first, step)

    return total


def _counting(call: Reduction, add: Callable[[Expr, Expr], Expr]) -> Expr:
    """The mean, in float64, of what `add` adds up for those elements that are numbers."""

    def step(state: State, element: Expr) -> State:
        total, count = state
        changed = add(total, element)
        following = operators.binary(ast.Add, count, operators.constant(1, INT64), INT64)
        assert isinstance(changed.type, np.dtype)
        kept_total = operators.convert(total, changed.type)
        return (
            _unless_nan(element, changed, kept_total),
            _unless_nan(element, following, count),
        )

    loop, again = kept(call.scope, call.looped((_zero(FLOAT64), _zero(INT64)), step))
    return call.binary(ast.Div(), item_of(loop, 0), item_of(again, 1))


def _nanmean(call: Reduction) -> Expr:
    return _counting(call, lambda total, element: call.binary(ast.Add(), total, element))


def _nanvar(call: Reduction) -> Expr:
    mean, again = kept(call.scope, _nanmean(call))
    squares = _counting(call, lambda total, element: _plus_square(call, total, element, again))
    return _after(mean, squares)


def _average(call: Reduction) -> Expr:
    """The mean, whatever the axis; with weights Numba would make a new array of the products."""
    if call.given[1].type != NONE:
        call.reject("reduction-arguments", "{text} in a kernel takes an array, and no weights.")
    return _mean(call)


ONLY_WHOLE = (
    "{text} in a kernel takes the whole array: along one axis of a {kind} it would make a new"
    " array; write a loop over the other axis."
)

Reducer = Callable[[Reduction], Expr]

METHODS: dict[str, tuple[Reducer, tuple[str, ...]]] = {
    "sum": (_sum, ("axis", "dtype")),
    "prod": (_prod, ()),
    "mean": (_mean, ()),
    "var": (_var, ()),
    "std": (_root_of(_var), ()),
    "any": (_any, ()),
    "all": (_all, ()),
    "argmin": (_extreme_at("the smallest element", ast.Lt), ("axis",)),
    "argmax": (_extreme_at("the largest element", ast.Gt), ("axis",)),
}
"""What arrays do themselves, with the words that may follow; numpy has functions of the same."""
FUNCTIONS: dict[str, tuple[Reducer, tuple[str, ...]]] = {
    **METHODS,
    "count_nonzero": (_count_nonzero, ("axis",)),
    "nansum": (_without_nan(ast.Add(), 0), ()),
    "nanprod": (_without_nan(ast.Mult(), 1), ()),
    "nanmean": (_nanmean, ()),
    "nanvar": (_nanvar, ()),
    "nanstd": (_root_of(_nanvar), ()),
    "average": (_average, ("axis", "weights")),
}
OF_ONE_NUMBER = {"all": BOOL, "any": BOOL, "count_nonzero": INT64}
"""What NumPy's functions give of a number that stands for an array."""
OF_TIMES, OF_HALVES = (("m", "sum"), ("m", "mean")), ("count_nonzero",)
"""What Numba does with lengths of time, and with float16."""


def _has(dtype: Scalar, name: str) -> bool:
    """Whether Numba reduces numbers of a type by a function."""
    if dtype == FLOAT16:
        return name in OF_HALVES
    return is_number_type(dtype) and (dtype.kind in "biufc" or (dtype.kind, name) in OF_TIMES)


def _reduced(scope: Scope, node: ast.Call, name: str, given: list[Expr]) -> Expr:
    base, *rest = given
    array = base.type
    if name in OF_ONE_NUMBER and isinstance(array, np.dtype) and array.kind in "iufc":
        return operators.convert(operators.truth(base), OF_ONE_NUMBER[name])
    if not isinstance(array, ArrayType) or not _has(array.dtype, name):
        text = "{text} takes an array of numbers; this is a {kind}."
        if isinstance(array, ArrayType) and array.dtype == FLOAT16:
            text = "{text} of a {kind} is not known to Numba: add up np.float32(a[i]) in a loop."
        kind = type_name(array)
        scope.refuse(node, "no-array", text, text=ast.unparse(node.func), kind=kind)
    reducer, _ = FUNCTIONS[name]
    return reducer(Reduction(scope, node, base, tuple(rest)))


def _as_method(name: str) -> Lowering:
    words = METHODS[name][1]

    def lower(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        given = placed(scope, node, arguments[1:], {}, words)
        return _reduced(scope, node, name, [arguments[0], *given])

    return lower


def _as_function(name: str) -> Callable[[Scope, ast.Call, Lower], Expr]:
    words = ("a", *FUNCTIONS[name][1])

    def expand(scope: Scope, node: ast.Call, lower: Lower) -> Expr:
        given, keywords = arguments_of(scope, node, lower)
        return _reduced(scope, node, name, placed(scope, node, given, keywords, words))

    return expand


for _name, (_, _words) in METHODS.items():
    method(ArrayType, _name, *_words)(_as_method(_name))
for _name in FUNCTIONS:
    special_form(f"numpy.{_name}")(_as_function(_name))
