"""The header of a payload: the tables of a launch, its themes, and its words in every language."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from pathlib import PurePath, PureWindowsPath

from gpuviz.insight.first_look import moment_to_show, thread_to_show
from gpuviz.insight.hazard_moments import hazard_element, hazard_moments, hazard_parties
from gpuviz.insight.states import ThreadState
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.insight.traffic import site_text
from gpuviz.scene.stage.colours import state_color, state_ink
from gpuviz.scene.theme import THEMES, Theme
from gpuviz.texts import visible
from gpuviz.trace import EXCHANGE_KINDS, EXCHANGE_TYPES, Hazard, Trace
from gpuviz.trace.whose_device import device_name
from gpuviz.web.languages import LANGUAGES
from gpuviz.web.sentences import sentences_in

FORMAT = 1
RIGHT_TO_LEFT = ("R", "AL", "AN")
FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
Plain = Mapping[str, object]


def header_of(
    trace: Trace, index: TraceIndex | None, whole: Trace, columns: Plain
) -> dict[str, object]:
    """What JSON can hold of a launch; `whole` is the launch before anything was left out of it."""
    order = None if index is None else index.order
    return {
        "format": FORMAT,
        "columns": columns,
        "launch": _launch(trace, whole),
        "order": None
        if order is None
        else {"label": order.label, "steps": len(order), "rounds": order.rounds},
        "followed": list(trace.followed),
        "functions": [
            {
                "name": visible(one.name),
                "file": _file_name(one.file),
                "line": one.first_line,
                "text": visible(one.text),
            }
            for one in trace.functions
        ],
        "statements": _statements(trace),
        "sites": [
            {
                "statement": site.statement,
                "line": site.line,
                "array": _name(site.array),
                "space": site.space,
                "kind": site.kind,
                "bytes": site.itemsize,
                "text": visible(site_text(trace, site)),
            }
            for site in trace.sites
        ],
        "arrays": [
            {
                "name": _name(one.name),
                "space": one.space,
                "shape": list(one.shape),
                "type": one.dtype.name,
                "bytes": one.dtype.itemsize,
                "address": one.address,
                "strides": None if one.strides is None else list(one.strides),
            }
            for one in trace.arrays
        ],
        "variables": [
            {
                "function": one.function,
                "name": _name(one.name),
                "type": one.dtype.name,
                "bytes": one.dtype.itemsize,
            }
            for one in trace.variables
        ],
        "exchanges": {
            "kinds": list(EXCHANGE_KINDS),
            "types": [one.name for one in EXCHANGE_TYPES],
        },
        "hazards": [_hazard(trace, index, hazard) for hazard in trace.hazards],
        "shown": _shown(trace, index),
        "states": [state.name for state in ThreadState],
        "themes": {name: _theme(theme) for name, theme in THEMES.items()},
        "languages": {name: sentences_in(name, trace, index, whole) for name in LANGUAGES},
    }


def _launch(trace: Trace, whole: Trace) -> dict[str, object]:
    config = trace.config
    return {
        "kernel": visible(trace.kernel),
        "engine": trace.engine,
        "schedule": trace.schedule,
        "device": visible(device_name(trace)),
        "grid": list(config.grid),
        "block": list(config.block),
        "blocks": config.blocks,
        "threads_per_block": config.block.size,
        "warps_per_block": config.warps_per_block,
        "all_followed": trace.all_followed,
        "broke_off": trace.failure is not None,
        "followed_before": len(whole.followed),
    }


def _name(text: str) -> str:
    """A name that leaves the words and numbers beside it in their order, also one that is written
    from right to left.
    """
    shown = visible(text)
    if any(unicodedata.bidirectional(one) in RIGHT_TO_LEFT for one in shown):
        return f"{FIRST_STRONG_ISOLATE}{shown}{POP_ISOLATE}"
    return shown


def _file_name(path: str) -> str:
    """Without the folders, which tell of the machine that the launch ran on; a cell without < >."""
    return visible(PureWindowsPath(PurePath(path).name).name.strip("<>"))


def _statements(trace: Trace) -> list[dict[str, object]]:
    counted = trace.warp_counters
    taken = None if counted is None else counted.steps.sum(axis=1).tolist()
    return [
        {
            "function": one.function,
            "line": one.line,
            "end": one.end_line,
            "barrier": one.is_barrier,
            "steps": None if taken is None else int(taken[row]),
        }
        for row, one in enumerate(trace.statements)
    ]


def _hazard(trace: Trace, index: TraceIndex | None, hazard: Hazard) -> dict[str, object]:
    parties = hazard_parties(trace, hazard)
    moments: tuple[int | None, ...] = (None,) * len(parties)
    if index is not None:
        moments = hazard_moments(trace, index.order, hazard)
    element = hazard_element(trace, hazard)
    return {
        "kind": hazard.kind,
        "file": None if hazard.file is None else _file_name(hazard.file),
        "line": hazard.line,
        "other_file": None if hazard.other_file is None else _file_name(hazard.other_file),
        "other_line": hazard.other_line,
        "element": None if element is None else list(element),
        "parties": [
            {"role": one.role, "block": one.block, "thread": one.thread, "moment": moment}
            for one, moment in zip(parties, moments, strict=True)
        ],
    }


def _shown(trace: Trace, index: TraceIndex | None) -> dict[str, object]:
    """What is chosen at first."""
    order = None if index is None else index.order
    block, thread = thread_to_show(trace, order) or (0, 0)
    moment = None if order is None else moment_to_show(trace, order, block, thread)
    return {"block": block, "thread": thread, "moment": moment}


def _theme(theme: Theme) -> dict[str, object]:
    words = theme.words
    return {
        "background": theme.background,
        "panel": theme.panel,
        "raised": theme.raised,
        "line": theme.line,
        "text": theme.text,
        "muted": theme.muted,
        "faint": theme.faint,
        "accent": theme.accent,
        "read": theme.read,
        "write": theme.write,
        "running": theme.running,
        "finished": theme.finished,
        "barrier": theme.barrier,
        "not_started": theme.not_started,
        "masked_off": theme.masked_off,
        "hazard": theme.hazard,
        "states": [state_color(theme, state) for state in ThreadState],
        "inks": [state_ink(theme, state) for state in ThreadState],
        "words": {name: getattr(words, name) for name in words.__slots__},
    }
