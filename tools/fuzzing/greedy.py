"""Recordings that are small, well formed, and ask for time or memory without end."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from tools.fuzzing.members import MANIFEST, Members, Mutation, npy

Manifest: TypeAlias = dict[str, Any]
Change: TypeAlias = Callable[[Manifest, random.Random], None]
"""Changes the fields of a trace as its manifest has them."""

LONG = 1_000_000  # letters


def nested_messages(trace: Manifest, chance: random.Random) -> None:
    """A sentence in a sentence in a sentence."""
    _say(trace, chance, _tower(chance.choice([20, 70, 200]), "{a}"))


def doubling_messages(trace: Manifest, chance: random.Random) -> None:
    """Sentences that say the same thing twice, thirty times over."""
    _say(trace, chance, _tower(chance.choice([22, 30, 60]), "{a}{a}"))


def wide_formats(trace: Manifest, chance: random.Random) -> None:
    """A number that is to be written with a thousand million digits."""
    form = chance.choice(["{n:999999999}", "{n:0999999999d}", "{n:.999999999f}", "{n:{n}}"])
    _say(trace, chance, _message(form, n=chance.choice([1, 999999999])))


def odd_fields(trace: Manifest, chance: random.Random) -> None:
    """Templates that look into what they are given."""
    form = chance.choice(["{n.__class__}", "{n[0]}", "{0}", "{}", "{n!r:>9999}", "{", "{n!x}"])
    _say(trace, chance, _message(form, n=chance.choice([1, "x", [1, 2]])))


def many_notes(trace: Manifest, chance: random.Random) -> None:
    """A hundred thousand sentences."""
    trace["notes"] = [_message("note {n}", n=n) for n in range(chance.choice([2_000, 100_000]))]


def many_hazards(trace: Manifest, chance: random.Random) -> None:
    """Tens of thousands of hazards."""
    trace["hazards"] = [_hazard(n) for n in range(chance.choice([3_000, 20_000]))]


def many_rows(trace: Manifest, chance: random.Random) -> None:
    """A table of the manifest with very many rows."""
    table = chance.choice(["functions", "statements", "sites", "arrays", "variables"])
    trace[table] = trace[table] * (chance.choice([9_000, 40_000]) // len(trace[table]))


def long_texts(trace: Manifest, chance: random.Random) -> None:
    """A name of a million letters."""
    table, key = chance.choice(
        [
            *(("", key) for key in ("kernel", "engine", "schedule", "device_id")),
            *(("functions", key) for key in ("name", "file")),
            *(("sites", "array"), ("arrays", "name"), ("variables", "name")),
            *(("arrays", "part_of"), ("statements", "kind")),
        ]
    )
    row = chance.choice(trace[table]) if table else trace
    row[key] = "a\n<b>\u202e"[: chance.randrange(1, 6)] * LONG


def long_sentences(trace: Manifest, chance: random.Random) -> None:
    """A sentence of a million letters, or with a value of so many."""
    template = chance.choice(["x" * LONG, "{n}"])
    _say(trace, chance, _message(template, n="word " * LONG))


def long_source(trace: Manifest, chance: random.Random) -> None:
    """A line of millions of letters, or millions of lines."""
    text = "def k(a):\n    " + chance.choice(["a[0] = 1; " * 500_000, "x" * 5_000_000])
    lines = "def k(a):\n" + "    a[0] = 1\n" * 500_000
    trace["functions"][0]["text"] = chance.choice([text, lines])


def deep_source(trace: Manifest, chance: random.Random) -> None:
    """Source that no parser wants to read."""
    depth = chance.choice([90, 1_000, 30_000])
    body = chance.choice(
        [
            "a[0] = " + "(" * depth,
            "a[0] = " + "(" * depth + "1" + ")" * depth,
            "a[0] = " + "-" * depth + "1",
            "a[0] = " + " + ".join(["1"] * depth),
            "a" + "[0]" * depth + " = 1",
            "\n".join("    " * (n + 1) + "if a:" for n in range(min(depth, 400))),
            "a[0] = 1\0",
            "'''",
        ]
    )
    trace["functions"][0]["text"] = f"def k(a):\n    {body}\n"


def many_failing_sites(trace: Manifest, chance: random.Random) -> None:
    """Thousands of sites in source that cannot be parsed."""
    trace["functions"][0]["text"] = "def k((:\n" + "    a[0] = (\n" * 5_000
    site = trace["sites"][0]
    trace["sites"] = [{**site, "line": 1 + n % 5_000, "column": n % 90} for n in range(2_759)]
    trace["warp_counters"] = None


def large_grids(trace: Manifest, chance: random.Random) -> None:
    """A launch of very many blocks, of which nothing is kept."""
    shapes = [[1 << 26, 1, 1], [1 << 13, 1 << 13, 1], [1 << 22, 1, 1], [1, 1 << 16, 1 << 6]]
    block = chance.choice([[1, 1, 1], [1024, 1, 1]])
    trace["config"]["grid"] = {"dim3": chance.choice(shapes)}
    trace["config"]["block"] = {"dim3": block}
    _forget(trace)


def large_arrays(trace: Manifest, chance: random.Random) -> None:
    """Arrays of shapes, strides and addresses that no memory has."""
    array = chance.choice(trace["arrays"])
    array["shape"] = chance.choice(
        [[1 << 62], [1 << 40], [1 << 31, 1 << 31], [0, 1 << 62], [1] * 5_000, [1 << 20, 1 << 20]]
    )
    array["strides"] = chance.choice([None, [1 << 62] * len(array["shape"])])
    array["address"] = chance.choice([0, 1 << 62, -(1 << 62), 10**30])
    trace["inputs"] = trace["outputs"] = trace["last_writer"] = {"map": {}}
    if chance.random() < 0.5:
        trace["accesses"] = None


def large_types(trace: Manifest, chance: random.Random) -> None:
    """Types of elements and variables with very many bytes."""
    field = [["a", "<f4", [1 << 28]]]
    deep: Any = "<f4"
    for n in range(chance.choice([50, 150])):
        deep = [[f"a{n}", deep]]
    kinds = ["|V2147483647", "<U500000000", "|S1000000000", field, deep, [["a", "<f4"]] * 9]
    wide = [[f"a{n}", "<f4"] for n in range(20_000)]
    row = chance.choice(trace[chance.choice(["arrays", "variables"])])
    row["dtype"] = {"dtype": chance.choice([*kinds, wide])}
    _forget(trace)


def large_numbers(trace: Manifest, chance: random.Random) -> None:
    """Whole numbers far beyond what is to be counted."""
    number = chance.choice([2**31, 2**62, 2**63, 2**64, 10**300, 10**4000, -(2**63)])
    row, key = chance.choice(
        [
            *((row, "itemsize") for row in trace["sites"]),
            *((row, key) for row in trace["sites"] for key in ("line", "column")),
            *((row, key) for row in trace["statements"] for key in ("line", "end_line", "column")),
            *((trace, key) for key in ("seed", "registers_per_thread", "shared_bytes")),
            *((trace["config"], "dynamic_shared_bytes"), (trace["functions"][0], "first_line")),
            *((trace["counters"], key) for key in sorted(trace["counters"])),
            *((row["operations"], "fused") for row in trace["statements"]),
            *((trace["prediction"], key) for key in ("blocks_per_sm", "waves", "flops")),
        ]
    )
    row[key] = number


def deep_values(trace: Manifest, chance: random.Random) -> None:
    """A list in a list in a list, as an argument, a constant or a value of a sentence."""
    depth = chance.choice([5, 30, 100, 300])
    value: Any = 1
    for _ in range(depth):
        value = chance.choice(
            [[value], [value, value] if depth < 20 else [value], {"map": {"a": value}}]
        )
    scalars, function = trace["scalars"]["map"], trace["functions"][0]
    place = chance.choice(["argument", "constant", "sentence"])
    if place == "argument":
        scalars["n"] = value
    elif place == "constant":
        function["captured"]["map"]["x"] = {"kind": "constant", "value": value}
    else:
        _say(trace, chance, _message("{n}", n=value))


def many_scalars(trace: Manifest, chance: random.Random) -> None:
    """Thousands of arguments and captured names."""
    count = chance.choice([3_000, 50_000])
    trace["scalars"] = {"map": {f"n{n}": n for n in range(count)}}
    captured = {f"c{n}": {"kind": "constant", "value": "x" * 50} for n in range(count)}
    trace["functions"][0]["captured"] = {"map": captured}


def long_columns(members: Members, chance: random.Random) -> Members:
    """Very many steps, all zeros: they pack well."""
    rows = chance.choice([1 << 20, 1 << 24])
    columns = {"block": np.int64, "warp": np.int32, "statement": np.int32, "mask": np.uint32}
    for name, dtype in columns.items():
        fill = np.ones if name == "mask" else np.zeros
        members[f"steps/{name}.npy"] = npy(fill(rows, dtype))
    manifest = json.loads(members[MANIFEST])
    manifest["trace"].update(accesses=None, values=None, exchanges=None)
    return members | {MANIFEST: json.dumps(manifest).encode()}


def _forget(trace: Manifest) -> None:
    """Take out all that is kept of blocks, steps and elements."""
    trace.update(accesses=None, values=None, exchanges=None, steps=None, followed=[], hazards=[])
    trace.update(warp_counters=None, thread_active=None, placement=None)
    trace.update(inputs={"map": {}}, outputs={"map": {}}, last_writer={"map": {}})


def _message(template: str, **values: Any) -> Manifest:
    return {"code": "fuzzed", "template": template, "values": {"map": values}}


def _tower(height: int, template: str) -> Manifest:
    message = _message("x")
    for _ in range(height):
        message = _message(template, a=message)
    return message


def _hazard(number: int) -> Manifest:
    start = {"dim3": [0, 0, 0]}
    names = {"kind": "race", "space": "global", "array": "a", "index": [number]}
    places = {"block": start, "thread": start, "other_block": start, "other_thread": start}
    lines = {"line": 1, "other_line": 1, "count": 1, "message": _message("hazard {n}", n=number)}
    return {**names, **places, **lines}


def _say(trace: Manifest, chance: random.Random, message: Manifest) -> None:
    """Put a message where one is said."""
    hazard = {**_hazard(0), chance.choice(["message", "what", "repair"]): message}
    times = trace["times"] or {"source": "modelled"}
    changes: tuple[Manifest, ...] = (
        {"notes": [message]},
        {"failure": message},
        {"hazards": [hazard]},
        {"times": {**times, "disturbances": [message]}},
        {"prediction": {**trace["prediction"], "assumptions": [message]}},
        {"scalars": {"map": {"n": message}}},
    )
    trace.update(chance.choice(changes))


def _of_manifest(change: Change) -> Mutation:
    def mutation(members: Members, chance: random.Random) -> Members:
        manifest = json.loads(members[MANIFEST])
        change(manifest["trace"], chance)
        return members | {MANIFEST: json.dumps(manifest).encode()}

    return mutation


CHANGES: tuple[Change, ...] = (
    *(nested_messages, doubling_messages, wide_formats, odd_fields, many_notes, many_hazards),
    *(many_rows, long_texts, long_sentences, long_source, deep_source, many_failing_sites),
    *(large_grids, large_arrays, large_types, large_numbers, deep_values, many_scalars),
)
MUTATIONS: dict[str, Mutation] = {
    **{change.__name__.replace("_", " "): _of_manifest(change) for change in CHANGES},
    "long columns": long_columns,
}
