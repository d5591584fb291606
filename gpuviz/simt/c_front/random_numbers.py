"""Random numbers of cuRAND in kernels: curand_init, curand, curand_uniform and their like.

A call reads the members of the state that it needs, and writes those that change, wherever the
state lies: accesses are checked and counted as others are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from types import ModuleType
from typing import Any

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.random_states import HELD, PHILOX, XORWOW
from gpuviz.cuda_c.types import (
    DOUBLE,
    FLOAT,
    UNSIGNED,
    UNSIGNED_LONG,
    VECTORS,
    Scalar,
    Struct,
)
from gpuviz.simt.c_front import expressions, memory, places
from gpuviz.simt.c_front.scope import CScope, parts_of
from gpuviz.simt.c_front.typed import (
    Element,
    Nothing,
    Number,
    Structure,
    StructVariable,
    Typed,
    Variable,
)
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask, Value, pick
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.scope import Expr, Run
from gpuviz.simt.numerics import philox, xorwow
from gpuviz.simt.numerics import random_distributions as distributions
from gpuviz.simt.types import NONE, TupleType

Values = dict[str, Any]
GENERATORS: dict[str, ModuleType] = {XORWOW.name: xorwow, PHILOX.name: philox}
OPERATIONS = {XORWOW.name: 12, PHILOX.name: 30}
"""Of whole numbers, about, for each random word."""
NORMAL, LOG_NORMAL = 1, 2
"""What boxmuller_flag says that the second number of a pair is."""
CHANGED = {
    XORWOW.name: ("d", *xorwow.WORDS), PHILOX.name: (*philox.COUNTER, *philox.OUTPUT, "STATE"),
}  # fmt: skip
"""The members that a step changes."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a state lies: what reads and writes each member, and what finds it first."""

    kind: Struct
    finds: tuple[Run, ...]
    reads: dict[str, Run]
    writes: dict[str, places.Write]

    @property
    def generator(self) -> Any:
        """The module that knows its numbers."""
        return GENERATORS[self.kind.name]

    def read(self, frame: CallFrame, mask: Mask, names: Sequence[str]) -> Values:
        """Some members."""
        return {name: self.reads[name](frame, mask) for name in names}

    def write(self, frame: CallFrame, mask: Mask, values: Values) -> None:
        """Sets members."""
        kinds = dict(self.kind.members)
        for name, value in values.items():
            self.writes[name](frame, mask, operators.cast(np.asarray(value)[()], kinds[name]))  # type: ignore[arg-type]

    def words(self, frame: CallFrame, mask: Mask, count: int) -> list[Any]:
        """The next random words."""
        held = self.read(frame, mask, _drawn_from(self.kind))
        found = [self.generator.next_word(held) for _ in range(count)]
        self.write(frame, mask, {name: held[name] for name in CHANGED[self.kind.name]})
        return found


def _drawn_from(kind: Struct) -> list[str]:
    """The members that a random word depends on."""
    return [name for name, of in kind.members if (name, of) not in HELD]


Draw = Callable[[State, CallFrame, Mask, tuple[Value, ...]], Value]


def state_arguments(body: object) -> set[int]:
    """The ids of `&state` where cuRAND gets it: such a variable needs no address."""
    return {
        id(argument)
        for part in parts_of(body)
        if isinstance(part, syntax.Call)
        and isinstance(part.called, syntax.Name)
        and part.called.id in FUNCTIONS
        for argument in part.arguments
    }


def _state_in(scope: CScope, node: syntax.Expression) -> State:
    """The state that a pointer points to."""
    place: object
    if isinstance(node, syntax.Unary) and node.mark == "&":
        place = places.place_of(scope, node.operand)
    else:
        place = places.pointed(scope, node, expressions.lower(scope, node))
    kind = getattr(place, "kind", None)
    if not isinstance(kind, Struct) or kind.name not in GENERATORS:
        text = "cuRAND needs the address of a curandState here, as in &state."
        scope.refuse(node, "random-state", text)
    if isinstance(place, StructVariable):
        return _state_variable(scope, node, place)
    assert isinstance(place, Element)
    return _state_element(scope, node, place, kind)


def _state_variable(scope: CScope, node: syntax.Node, place: StructVariable) -> State:
    reads, writes = dict[str, Run](), dict[str, places.Write]()
    for (name, _), member in zip(place.kind.members, place.members, strict=True):
        assert isinstance(member, Variable)
        reads[name] = places.read_variable(scope, node, member).run
        writes[name] = places.writing(scope, node, member)
    return State(place.kind, (), reads, writes)


def _state_element(scope: CScope, node: syntax.Node, place: Element, kind: Struct) -> State:
    finds, index = list[Run](), list[Expr]()
    for axis in place.index:
        slot = scope.temporary()
        finds.append(_keeping(slot, axis.run))
        index.append(_kept(slot, axis))
    fixed = replace(place, index=tuple(index))
    reads, writes = dict[str, Run](), dict[str, places.Write]()
    for name, _ in kind.members:
        member = memory.member(scope, node, fixed, name)
        reads[name] = memory.loaded(scope, node, member).run
        writes[name] = places.writing(scope, node, member)
    return State(kind, tuple(finds), reads, writes)


def _keeping(slot: int, run: Run) -> Run:
    def keep(frame: CallFrame, mask: Mask) -> None:
        frame.variables[slot] = run(frame, mask)

    return keep


def _kept(slot: int, axis: Expr) -> Expr:
    return Expr(axis.type, lambda frame, mask: frame.variables[slot])


# What is drawn


def _word(state: State, frame: CallFrame, mask: Mask, given: tuple[Value, ...]) -> Value:
    return state.words(frame, mask, 1)[0]


def _uniform(state: State, frame: CallFrame, mask: Mask, given: tuple[Value, ...]) -> Value:
    return distributions.uniform(state.words(frame, mask, 1)[0])


def _uniform_double(state: State, frame: CallFrame, mask: Mask, given: tuple[Value, ...]) -> Value:
    if state.kind == PHILOX:
        return distributions.uniform_of_word(state.words(frame, mask, 1)[0])
    return distributions.uniform_of_words(*state.words(frame, mask, 2))


def _pair(state: State, frame: CallFrame, mask: Mask, given: tuple[Value, ...]) -> Value:
    return distributions.normal(*state.words(frame, mask, 2))


def _four_words(state: State, frame: CallFrame, mask: Mask, given: tuple[Value, ...]) -> Value:
    held = state.read(frame, mask, _drawn_from(PHILOX))
    found = philox.next_words(held)
    state.write(frame, mask, {name: held[name] for name in CHANGED[PHILOX.name]})
    return tuple(found)


def _four_uniform(state: State, frame: CallFrame, mask: Mask, given: tuple[Value, ...]) -> Value:
    return tuple(map(distributions.uniform, _four_words(state, frame, mask, given)))


def _four_normal(state: State, frame: CallFrame, mask: Mask, given: tuple[Value, ...]) -> Value:
    words = _four_words(state, frame, mask, given)
    return (*distributions.normal(*words[:2]), *distributions.normal(*words[2:]))


def _by_pairs(
    flag: str, extra: str, mark: int, make: Callable[[State, CallFrame, Mask, Any], tuple[Any, Any]]
) -> Draw:
    """The first number of a new pair; the second one waits in the state for the next call."""

    def draw(state: State, frame: CallFrame, mask: Mask, given: tuple[Value, ...]) -> Value:
        waits = np.asarray(state.reads[flag](frame, mask)) == mark
        yes, no = mask.split(waits[()])
        kept = fresh = None
        if no is not None:
            fresh, second = make(state, frame, no, given)
            state.write(frame, no, {extra: second, flag: np.int32(mark)})
        if yes is not None:
            kept = state.reads[extra](frame, yes)
            state.write(frame, yes, {flag: np.int32(0)})
        if kept is None or fresh is None:
            return fresh if kept is None else kept
        return pick(waits[()], kept, fresh)

    return draw


def _normal_pair(state: State, frame: CallFrame, mask: Mask, given: Any) -> tuple[Any, Any]:
    return distributions.normal(*state.words(frame, mask, 2))


def _log_normal_pair(state: State, frame: CallFrame, mask: Mask, given: Any) -> tuple[Any, Any]:
    mean, deviation = given
    one, other = _normal_pair(state, frame, mask, given)
    return np.exp(mean + deviation * one), np.exp(mean + deviation * other)


def _double_pair(state: State, frame: CallFrame, mask: Mask, given: Any) -> tuple[Any, Any]:
    return distributions.normal_double(state.words(frame, mask, 4))


def _plain(value: Any) -> Value:
    """An array of no dimension as its number."""
    return np.asarray(value)[()]


# Functions


def _drawing(
    draw: Draw,
    gives: Scalar | Struct,
    words: int,
    further: tuple[Scalar, ...] = (),
    only: Struct | None = None,
) -> Callable[[CScope, syntax.Call], Typed]:
    """`f(&state, ..)`: `words` random ones; `only`: for states of one type."""

    def lowering(scope: CScope, node: syntax.Call) -> Typed:
        _check_count(scope, node, 1 + len(further))
        state = _state_in(scope, node.arguments[0])
        if only is not None and state.kind != only:
            assert isinstance(node.called, syntax.Name)
            text = "{name} takes a {kind}, and this is a {given}."
            values = {"name": node.called.id, "kind": only.name, "given": state.kind.name}
            scope.refuse(node, "random-state", text, **values)
        rest = [
            operators.convert(expressions.number_in(scope, part).expr, kind).run
            for part, kind in zip(node.arguments[1:], further, strict=True)
        ]

        def run(frame: CallFrame, mask: Mask) -> Value:
            given = tuple(one(frame, mask) for one in rest)
            for find in state.finds:
                find(frame, mask)
            with np.errstate(over="ignore", divide="ignore"):
                found = draw(state, frame, mask, given)
            return tuple(map(_plain, found)) if isinstance(found, tuple) else _plain(found)

        times = OPERATIONS[state.kind.name] * words
        if isinstance(gives, Struct):
            kinds = TupleType(tuple(part for _, part in gives.members))  # type: ignore[misc]
            counted = scope.counted(node, Expr(UNSIGNED, run, pure=False), times=times)
            return Structure(gives, replace(counted, type=kinds))
        return Number(gives, scope.counted(node, Expr(gives, run, pure=False), times=times))

    return lowering


def _changing(
    count: int, change: Callable[[State, CallFrame, Mask, tuple[Value, ...]], None]
) -> Callable[[CScope, syntax.Call], Typed]:
    """`curand_init(.., &state)`, `skipahead(n, &state)`."""

    def lowering(scope: CScope, node: syntax.Call) -> Typed:
        _check_count(scope, node, count + 1)
        runs = [
            operators.convert(expressions.number_in(scope, part).expr, UNSIGNED_LONG).run
            for part in node.arguments[:-1]
        ]
        state = _state_in(scope, node.arguments[-1])

        def run(frame: CallFrame, mask: Mask) -> None:
            given = tuple(one(frame, mask) for one in runs)
            for find in state.finds:
                find(frame, mask)
            change(state, frame, mask, given)

        return Nothing(Expr(NONE, run, None, pure=False))

    return lowering


def _begin(state: State, frame: CallFrame, mask: Mask, given: tuple[Value, ...]) -> None:
    values = state.generator.seeded(*given)
    state.write(frame, mask, {**values, **{name: kind.type(0) for name, kind in HELD}})  # type: ignore[union-attr]


def _skip(by: str) -> Callable[[State, CallFrame, Mask, tuple[Value, ...]], None]:
    def change(state: State, frame: CallFrame, mask: Mask, given: tuple[Value, ...]) -> None:
        held = state.read(frame, mask, _drawn_from(state.kind))
        (count,) = given
        if state.kind == PHILOX:
            (philox.skip if by == "numbers" else philox.skip_sequences)(held, count)
        else:
            xorwow.skip(held, count, 0 if by == "numbers" else xorwow.SEQUENCE_BITS)
        state.write(frame, mask, {name: held[name] for name in CHANGED[state.kind.name]})

    return change


def _check_count(scope: CScope, node: syntax.Call, count: int) -> None:
    from gpuviz.simt.c_front.arguments import check_count

    check_count(scope, node, count)


ONE_NORMAL = _by_pairs("boxmuller_flag", "boxmuller_extra", NORMAL, _normal_pair)
ONE_LOG_NORMAL = _by_pairs("boxmuller_flag", "boxmuller_extra", LOG_NORMAL, _log_normal_pair)
ONE_DOUBLE = _by_pairs("boxmuller_flag_double", "boxmuller_extra_double", NORMAL, _double_pair)

FUNCTIONS: dict[str, Callable[[CScope, syntax.Call], Typed]] = {
    "curand_init": _changing(3, _begin),
    "skipahead": _changing(1, _skip("numbers")),
    "skipahead_sequence": _changing(1, _skip("sequences")),
    "curand": _drawing(_word, UNSIGNED, 1),
    "curand4": _drawing(_four_words, VECTORS["uint4"], 4, only=PHILOX),
    "curand_uniform": _drawing(_uniform, FLOAT, 1),
    "curand_uniform4": _drawing(_four_uniform, VECTORS["float4"], 4, only=PHILOX),
    "curand_uniform_double": _drawing(_uniform_double, DOUBLE, 2),
    "curand_normal": _drawing(ONE_NORMAL, FLOAT, 2),
    "curand_normal2": _drawing(_pair, VECTORS["float2"], 2),
    "curand_normal4": _drawing(_four_normal, VECTORS["float4"], 4, only=PHILOX),
    "curand_normal_double": _drawing(ONE_DOUBLE, DOUBLE, 4, only=XORWOW),
    "curand_log_normal": _drawing(ONE_LOG_NORMAL, FLOAT, 2, (FLOAT, FLOAT)),
}
"""Functions of cuRAND, by name."""
