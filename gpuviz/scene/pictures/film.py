"""The cards of a pipeline after any of its launches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.thread_variables import as_written, variable_by_thread
from gpuviz.operation import OperationInfo
from gpuviz.scene.numbers import whole
from gpuviz.scene.pictures.content import (
    GIVEN,
    NOW,
    PENDING,
    WRITTEN,
    Card,
    as_frames,
    cards_of,
)
from gpuviz.scene.pictures.maze import farthest, walk_from
from gpuviz.texts import tr

if TYPE_CHECKING:
    from gpuviz.engines.request import LaunchResult
    from gpuviz.insight.shown_arrays import Part, ShownArrays


def film_cards(
    operation: OperationInfo,
    result: LaunchResult,
    arrays: ShownArrays,
    launches: int,
    part: Part | None = None,
) -> tuple[Card, ...]:
    """The cards as they are after so many launches, each element with how it came about.

    `part`: what the next launch has written so far.
    """
    films, end = set(arrays.films), len(result.launches)
    look = _look_at(result, launches)
    names = [name for name in films if name in operation.show]
    held = {name: arrays.contents(name, launches, part)[0] for name in names}
    outputs = {**result.outputs, **held}
    cards = []
    for card in cards_of(operation, result.inputs, outputs):
        if card.name in look:
            cards += _before_now_after(card, result, look[card.name], launches >= end)
        elif card.name in films:
            state = states_at(arrays, card.name, launches, end, part)
            cards.append(_at(card, state, launches >= end, result.outputs.get(card.name)))
        elif card.kind == "film":
            cards.append(_frame_of_input(card, arrays, launches))
        else:
            cards.append(card)
    return (*cards, *_curves_of_looks(result, launches), *heat_cards(operation, result, launches))


def heat_cards(operation: OperationInfo, result: LaunchResult, launches: int) -> tuple[Card, ...]:
    """Of each watched kernel the values of its variables in its last launch so far, a row each."""
    found = []
    for kernel, names in operation.watch.items():
        rows = [row for row in range(launches) if result.launches[row].kernel == kernel]
        card = _heat(result, rows[-1], names) if rows else None
        if card is not None:
            found.append(card)
    return tuple(found)


def _heat(result: LaunchResult, row: int, names: tuple[str, ...]) -> Card | None:
    trace = result.launches[row]
    by_thread = {name: variable_by_thread(trace, name) for name in names}
    rows = {}
    of = ""
    for name, held in by_thread.items():
        placed = None if held is None else as_written(trace, held)
        if placed is not None:
            of, values = placed
            rows[name] = values.reshape(-1, values.shape[-1])[0]
    if not rows:
        return None
    array = np.array(list(rows.values()))
    words = tr("{kernel}, launch {n}: one cell for each {array}")
    shape = trace.last_writer[of].shape
    element = f"{of}[{'0, ' * (len(shape) - 1)}·]"
    caption = words.format(kernel=trace.kernel, n=whole(row + 1), array=element)
    says = tr("blue below 0, orange above; bright: near 1 in size")
    return Card(
        trace.kernel, "heat", "output", array, caption, says, rows=tuple(rows), launch=row, of=of
    )


def _look_at(result: LaunchResult, launches: int) -> Mapping[str, NDArray[Any]]:
    """What the file's own function said last."""
    looks = result.history.looks if result.history is not None else ()
    before = [look for look in looks if look.launches <= launches]
    return before[-1].values if before else {}


def _before_now_after(
    card: Card, result: LaunchResult, now: NDArray[Any], ended: bool
) -> list[Card]:
    """What the file's own function says before all launches and by now, and what came of them."""
    first = _look_at(result, 0).get(card.name, now)
    before = replace(card, name=f"{card.name} 0", array=first, caption=tr("before"), says="look()")
    after = replace(card, array=result.outputs[card.name], says=tr("after all launches"))
    if ended:
        return [before, after]
    by_now = replace(card, name=f"{card.name} 1", array=now, caption=tr("by now"), says="look()")
    return [before, by_now, after]


def _curves_of_looks(result: LaunchResult, launches: int) -> tuple[Card, ...]:
    """Single numbers that the file's own function said, one after the other."""
    looks = result.history.looks if result.history is not None else ()
    names = [name for name, value in looks[0].values.items() if value.ndim == 0] if looks else []
    found = []
    for name in names:
        told = [look for look in looks if name in look.values]
        values = np.array([float(look.values[name]) for look in told])
        late = np.array([look.launches > launches for look in told])
        state = np.where(late, PENDING, WRITTEN).astype(np.int8)
        now = values[~late]
        says = f"{name} = {now[-1]:.4g}" if len(now) else ""
        caption = tr("{name}, what look() says by now").format(name=name)
        found.append(Card(name, "curve", "output", values, caption, says, state=state))
    return tuple(found)


def _frame_of_input(card: Card, arrays: ShownArrays, launches: int) -> Card:
    """The frame that was copied to the device last."""
    count = len(as_frames(card.array))
    elements = arrays.copied_in(card.name, launches)
    frame = 0 if elements is None else int(elements[0]) // (card.array.size // count)
    return replace(card, frame=frame, says=_frame_words(frame, count))


def _frame_words(frame: int, count: int) -> str:
    if frame < 0:
        return tr("no frame of {all} yet").format(all=whole(count))
    return tr("frame {n} of {all}").format(n=whole(frame + 1), all=whole(count))


def states_at(
    arrays: ShownArrays, name: str, launches: int, end: int, part: Part | None = None
) -> NDArray[np.int8]:
    """How each element came about; NOW are those of the launch that is under way, or the last."""
    shown, written = arrays.contents(name, launches, part)
    before, written_before = arrays.contents(name, launches if part else max(launches - 1, 0))
    _, ever = arrays.contents(name, end)
    state = np.full(shown.shape, GIVEN, np.int8)
    state[ever] = PENDING
    state[written] = WRITTEN
    if launches < end:
        with np.errstate(invalid="ignore"):
            state[written & (~written_before | (shown != before))] = NOW
    return state


def without_film(card: Card) -> Card:
    """A film of which only the end is known, as pictures side by side."""
    if card.kind != "film" or card.problem or as_frames(card.array).ndim == 4:
        return card
    return replace(card, kind="pictures")


def with_agent(card: Card, start: tuple[int, int] | None, moves: int | None) -> Card:
    """Arrows with an agent that follows them from a field, after so many moves."""
    if not card.maze or card.problem:
        return card
    begins = start or farthest(card.maze)
    walk = walk_from(card.array, card.maze, begins)
    words = tr("from ({row}, {column}) to the goal in {n} moves")
    if len(walk.fields) == 2:
        words = tr("from ({row}, {column}) to the goal in one move")
    if not walk.arrives:
        words = tr("from ({row}, {column}) nobody finds the goal")
    says = words.format(row=begins[0], column=begins[1], n=whole(len(walk.fields) - 1))
    return replace(card, start=begins, moves=moves, says=says)


def _at(card: Card, state: NDArray[np.int8], ended: bool, final: NDArray[Any] | None) -> Card:
    if card.problem:
        return card
    if card.kind == "film" and final is not None:
        count = len(as_frames(final))
        written = np.flatnonzero(np.isin(state, (WRITTEN, NOW)))
        frame = int(written[-1]) // (final.size // count) if len(written) else -1
        says = _frame_words(frame, count)
        return replace(card, array=final, frame=frame, says=says)
    if card.kind == "text":
        says = tr("grey: given; bold: written by the launches")
        return replace(card, state=state, says=says)
    if ended:
        return replace(card, state=state)
    none = not bool(np.isin(state, (WRITTEN, NOW)).any())
    if card.kind == "curve" and final is not None:  # its scale stays
        return replace(card, array=final, state=state, says="")
    return replace(card, state=state, says="" if none or card.kind == "bars" else card.says)
