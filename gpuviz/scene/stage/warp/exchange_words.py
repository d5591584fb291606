"""What the lanes of a warp give each other, in words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gpuviz.insight.exchanges import WarpExchange
from gpuviz.insight.warp_steps import lanes_in
from gpuviz.messages import Message, word
from gpuviz.scene.numbers import kernel_value
from gpuviz.scene.stage.words import lane_ranges


def lane_words(lanes: NDArray[np.int64]) -> Message:
    """ "lane 3" or "lanes 0–15"."""
    template = "lane {who}" if len(lanes) == 1 else "lanes {who}"
    return Message("warp.lanes", template, {"who": lane_ranges(lanes)})


def exchange_name(exchange: WarpExchange) -> object:
    """The call, and how far it looks: "shfl_down_sync by 16"."""
    call, distance = exchange.kind, exchange.distance
    if distance is None:
        return call
    if call == "shfl_xor_sync":
        return word("{call} with {mask}", call=call, mask=distance)
    return word("{call} by {distance}", call=call, distance=distance)


def exchange_sentence(exchange: WarpExchange, lane: int | None) -> Message:
    """What an exchange gives to a lane, or to the first that gets something."""
    form, at = exchange.form, _told(exchange, lane)
    if form == "shuffle":
        return _shuffle(exchange, at if lane is None else lane)
    if form == "match":
        return _match(exchange, at)
    yes = np.flatnonzero(exchange.active & (exchange.given != 0))
    values = {"yes": len(yes), "lanes": int(exchange.active.sum()), "name": exchange.kind}
    if form == "ballot":
        word = f"0x{int(exchange.received[at]):08x}"
        rest = ": {name} gives {word}, a bit for each lane (lane 0 is the lowest)"
        says = "1 of {lanes} lanes says yes" if len(yes) == 1 else "{yes} of {lanes} lanes say yes"
        template = says + rest
        return Message("warp.ballot", template, {**values, "word": word})
    result = kernel_value(exchange.received[at])
    template = "{yes} of {lanes} lanes say yes: {name} gives {result} to each"
    if len(yes) == 1:
        template = "1 of {lanes} lanes says yes: {name} gives {result} to each"
    return Message("warp.vote", template, {**values, "result": result})


def keeping_text(exchange: WarpExchange) -> Message | None:
    """Which lanes of a shuffle keep their own value."""
    keeping = np.flatnonzero(exchange.active & ~exchange.reads)
    if exchange.form != "shuffle" or not len(keeping):
        return None
    template = "Lanes {who} keep their own value: nobody is there to read from"
    if len(keeping) == 1:
        template = "Lane {who} keeps its own value: nobody is there to read from"
    return Message("warp.keeping", template, {"who": lane_ranges(keeping)})


def _shuffle(exchange: WarpExchange, reader: int) -> Message:
    values: dict[str, object] = {
        "lane": reader,
        "value": kernel_value(exchange.received[reader]),
        "name": exchange_name(exchange),
    }
    if not exchange.active[reader]:
        return Message("warp.not-here", "Lane {lane} takes no part in {name}", values)
    if not exchange.reads[reader]:
        return Message("warp.own", "Lane {lane} keeps its own {value} ({name})", values)
    values["source"] = int(exchange.source[reader])
    return Message("warp.gets", "Lane {lane} gets {value} from lane {source} ({name})", values)


def _match(exchange: WarpExchange, lane: int) -> Message:
    word = int(exchange.received[lane])
    alike = lanes_in(word)
    values = {
        "lane": lane,
        "value": kernel_value(exchange.given[lane]),
        "groups": len(exchange.groups),
        "who": lane_ranges(alike),
        "word": f"0x{word:08x}",
        "name": exchange.kind,
    }
    if word == 0:
        template = "{name} gives 0: the lanes hold {groups} different values"
    elif len(alike) == 1:
        template = "Only lane {who} holds {value}: {name} gives it the word {word}"
    else:
        template = "Lanes {who} hold {value}: {name} gives lane {lane} the word {word}"
    return Message("warp.match", template, values)


def _told(exchange: WarpExchange, lane: int | None) -> int:
    """The lane that a sentence is about: the chosen one, else the first that gets something."""
    if lane is not None and exchange.active[lane]:
        return lane
    told = exchange.reads if exchange.reads.any() else exchange.active
    return int(told.argmax())
