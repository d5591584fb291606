"""The rules of Google's Trace Event Format and of Perfetto's importer, written down from their
documents: what a file breaks, as sentences.
"""

from __future__ import annotations

import itertools
import json
import math
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

KEYS = {
    "X": {"name", "ph", "ts", "dur", "pid", "tid"},
    "C": {"name", "ph", "ts", "pid", "args"},
    "M": {"name", "ph", "pid", "args"},
}
METADATA = {
    "process_name": ("name", str),
    "thread_name": ("name", str),
    "process_sort_index": ("sort_index", int),
    "thread_sort_index": ("sort_index", int),
}
LARGEST_ID = (1 << 32) - 1

Event = dict[str, Any]


def read(path: Path) -> dict[str, Any]:
    """The JSON of a file; NaN and Infinity, which JSON does not have, are refused."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    content: dict[str, Any] = json.loads(path.read_text("utf-8"), parse_constant=refuse)
    return content


def faults(content: dict[str, Any]) -> list[str]:
    """Everything in which a file breaks the rules."""
    events = content["traceEvents"]
    return [
        fault
        for rule in (_keys, _numbers, _metadata, _names, _nesting, _counters)
        for fault in rule(events)
    ]


def microseconds_cut(value: float) -> int:
    """As an importer reads a number of microseconds that cuts it to whole nanoseconds."""
    return int(value * 1000)


def tracks(events: list[Event]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """By process and thread: start and end of its complete events in nanoseconds, by time."""
    found = defaultdict(list)
    for event in events:
        if event["ph"] == "X":
            start = microseconds_cut(event["ts"])
            end = start + microseconds_cut(event["dur"])
            found[event["pid"], event["tid"]].append((start, end))
    return {
        track: sorted(spans, key=lambda span: (span[0], -span[1])) for track, spans in found.items()
    }


def _keys(events: list[Event]) -> Iterator[str]:
    for event in events:
        missing = KEYS.get(event["ph"], {"a known phase"}) - set(event)
        if missing:
            yield f"{event} lacks {missing}"


def _numbers(events: list[Event]) -> Iterator[str]:
    for event in events:
        for key in {"ts", "dur"} & set(event):
            value = event[key]
            if type(value) not in (int, float) or not math.isfinite(value) or value < 0:
                yield f"{key} of {event} is no time"
            if "e" in repr(value).lower():
                yield f"{key} of {event} is written with an exponent"
        for key in {"pid", "tid"} & set(event):
            if type(event[key]) is not int or not 0 < event[key] <= LARGEST_ID:
                yield f"{key} of {event} is no number of a process or thread"


def _metadata(events: list[Event]) -> Iterator[str]:
    for event in events:
        if event["ph"] == "M":
            key, kind = METADATA[event["name"]]
            if type(event["args"].get(key)) is not kind:
                yield f"{event} has no {key}"
            if event["name"].startswith("thread") and "tid" not in event:
                yield f"{event} is about no thread"


def _names(events: list[Event]) -> Iterator[str]:
    """Each process and thread that is used has one name; threads are told apart by number alone."""
    names = defaultdict(list)
    for event in events:
        if event["ph"] == "M" and event["name"] in ("process_name", "thread_name"):
            place = (event["pid"], event.get("tid"))
            names[place].append(event["args"]["name"])
    used = {(event["pid"], event["tid"]) for event in events if event["ph"] == "X"}
    used |= {(event["pid"], None) for event in events}
    yield from (f"{place} has no name" for place in used - set(names))
    yield from (f"{place} has the names {given}" for place, given in names.items() if given[1:])
    for kind in ("process_name", "thread_name"):
        all_names = [e["args"]["name"] for e in events if e["name"] == kind]
        if len(set(all_names)) < len(all_names):
            yield f"two have the same {kind}"
    numbers = [tid for _, tid in names if tid is not None]
    if len(set(numbers)) < len(numbers):
        yield "two processes have a thread of the same number"


def _nesting(events: list[Event]) -> Iterator[str]:
    for track, spans in tracks(events).items():
        open_ends: list[int] = []
        for start, end in spans:
            while open_ends and open_ends[-1] <= start:
                open_ends.pop()
            if open_ends and end > open_ends[-1]:
                yield f"{track}: {start} to {end} overlaps one that ends at {open_ends[-1]}"
            open_ends.append(end)


def _counters(events: list[Event]) -> Iterator[str]:
    series = defaultdict(list)
    for event in events:
        if event["ph"] == "C":
            series[event["pid"], event["name"]].append(event)
    for counter, values in series.items():
        if any(a["ts"] >= b["ts"] for a, b in itertools.pairwise(values)):
            yield f"{counter} goes back in time"
        if any(type(v) not in (int, float) for event in values for v in event["args"].values()):
            yield f"{counter} counts something that is no number"
        if len({tuple(event["args"]) for event in values}) > 1:
            yield f"{counter} changes its series"
