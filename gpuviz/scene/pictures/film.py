"""The cards of a pipeline after any of its launches."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.operation import OperationInfo
from gpuviz.scene.pictures.content import GIVEN, NOW, PENDING, WRITTEN, Card, cards_of

if TYPE_CHECKING:
    from gpuviz.engines.request import LaunchResult
    from gpuviz.insight.shown_arrays import ShownArrays


def film_cards(
    operation: OperationInfo, result: LaunchResult, arrays: ShownArrays, launches: int
) -> tuple[Card, ...]:
    """The cards as they are after so many launches, each element with how it came about."""
    films = set(arrays.films)
    held = {name: arrays.contents(name, launches)[0] for name in films if name in operation.show}
    outputs = {**result.outputs, **held}
    cards = cards_of(operation, result.inputs, outputs)
    return tuple(
        _at(card, arrays, launches, len(result.launches), result.outputs.get(card.name))
        if card.name in films
        else card
        for card in cards
    )


def states_at(arrays: ShownArrays, name: str, launches: int, end: int) -> NDArray[np.int8]:
    """How each element came about; NOW are those that the last launch has written."""
    shown, written = arrays.contents(name, launches)
    before, written_before = arrays.contents(name, max(launches - 1, 0))
    _, ever = arrays.contents(name, end)
    state = np.full(shown.shape, GIVEN, np.int8)
    state[ever] = PENDING
    state[written] = WRITTEN
    if launches < end:
        with np.errstate(invalid="ignore"):
            state[written & (~written_before | (shown != before))] = NOW
    return state


def _at(
    card: Card, arrays: ShownArrays, launches: int, end: int, final: NDArray[Any] | None
) -> Card:
    state = states_at(arrays, card.name, launches, end)
    if launches >= end or card.problem:
        return replace(card, state=state)
    none = not bool(np.isin(state, (WRITTEN, NOW)).any())
    if card.kind == "curve" and final is not None:  # its scale stays
        return replace(card, array=final, state=state, says="")
    return replace(card, state=state, says="" if none or card.kind == "bars" else card.says)
