"""Device files: TOML like assets/devices.toml, read value by value, refused with what is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpuviz.device_fields import FIELDS, INTEGRATED, OPTIONAL, STATUSES, DeviceField
from gpuviz.messages import Message, RequestRefused, brief, listed, reason_of, word
from gpuviz.ordinary_file import read_ordinary

Values = Mapping[str, Any]
PARTS: Mapping[str, tuple[type, Message]] = {
    "common": (dict, word("it has no [common]")),
    "cc": (dict, word("it has no [cc]")),
    "device": (list, word("it has no [device]")),
}

LARGEST_BYTES = 1 << 20  # of a file; that of gpuviz has a sixtieth of it
LONGEST_WORDS = 300  # characters
LONGEST_TEXT, LONGEST_NAME = 1000, 100  # characters of a value, and of a device's name
CAPABILITY = re.compile(r"\d{1,3}\.\d{1,3}", re.ASCII)
ID = re.compile(r"[^\s:]{1,80}")
"""One word; with a colon it would look like gpu:0, a GPU of this machine."""
AT_MOST = (
    ("l2_bytes", "mem_bytes"),
    ("shared_per_block_default", "shared_per_sm"),
    ("shared_per_block_optin", "shared_per_sm"),
    ("max_threads_per_block", "max_threads_per_sm"),
    ("registers_per_block", "registers_per_sm"),
)
"""Pairs of values of which the first cannot be more than the second."""


def read_device_file(path: Path) -> tuple[Values, ...]:
    """The values of each device of a file, complete and checked; latencies as "lat.alu" and so on.

    A device inherits from its `[cc."…"]`, and that from `[common]`. Raises RequestRefused naming
    device, key and value of the first that is missing, of another type, or absurd.
    """
    table = _table(path)
    rows = tuple(_values(row, table, path.name) for row in table["device"])
    ids = [row["id"] for row in rows]
    for place, values in enumerate(rows):
        if values["id"] in ids[:place]:
            what = word("is there twice: give each device its own")
            raise _wrong(path.name, values, "id", what)
    return rows


def _table(path: Path) -> Values:
    try:
        table = tomllib.loads(read_ordinary(path, LARGEST_BYTES).decode("utf-8"))
    except OSError as error:
        template = "{file} cannot be read ({why}): choose another file."
        values = {"file": path, "why": reason_of(error)}
        raise RequestRefused(Message("device.unreadable-file", template, values)) from None
    except (ValueError, RecursionError) as error:  # no TOML, no UTF-8, lists in lists without end
        raise _no_device_file(path.name, _cut(str(error))) from None
    for name, (kind, lacks) in PARTS.items():
        if not isinstance(table.get(name), kind) or not table[name]:
            raise _no_device_file(path.name, lacks)
    for row in (*table["cc"].values(), *table["device"]):
        if not isinstance(row, dict):
            raise _no_device_file(path.name, word("{row} is no table", row=brief(row)))
    return table


def _no_device_file(file: str, why: object) -> RequestRefused:
    template = "{file} does not describe devices ({why}): compare it with gpuviz's devices.toml."
    return RequestRefused(Message("device.bad-file", template, {"file": file, "why": why}))


def _named(device: object) -> str:
    return _cut(device) if isinstance(device, str) else brief(device)


def _cut(text: str) -> str:
    """Words out of a file, or about it, that end."""
    return text if len(text) <= LONGEST_WORDS else f"{text[: LONGEST_WORDS - 1]}…"


def _values(row: Values, table: Values, file: str) -> Values:
    """One device's values, those of its compute capability included."""
    if "cc" not in row:
        raise _wrong(file, row, "cc", word("is missing: add it"))
    described = _cut(", ".join(table["cc"]))
    if not isinstance(row["cc"], str) or row["cc"] not in table["cc"]:
        what = word("is not described here: choose one of {known}", known=described)
        raise _wrong(file, row, "cc", what)
    known = {**table["common"], **table["cc"][row["cc"]], **row}
    latencies = known.pop("lat", {})
    if not isinstance(latencies, dict):
        what = word("has to be a table of latencies")
        raise _wrong(file, {**known, "lat": latencies}, "lat", what)
    known |= {f"lat.{name}": value for name, value in latencies.items()}
    known = {**dict.fromkeys((*OPTIONAL, "pcie_gbs")), **known}
    _check(known, file)
    return known


def _check(values: Values, file: str) -> None:
    fault = fault_in(values)
    if fault is not None:
        raise _wrong(file, values, *fault)


def fault_in(values: Values) -> tuple[str, Message] | None:
    """The first value of a device that is missing, of another type or absurd, and what it is."""
    for field in FIELDS:
        complaint = _complaint(field, values)
        if complaint:
            return field.name, complaint
    for less, more in AT_MOST:
        if values[less] > values[more]:
            return less, word("is more than {name} = {value}", name=more, value=values[more])
    if max(values["shared_carveouts_kb"]) * 1024 > values["shared_per_sm"]:
        more = values["shared_per_sm"]
        return "shared_carveouts_kb", word("exceeds shared_per_sm = {more} bytes", more=more)
    return None


def _complaint(field: DeviceField, values: Values) -> Message | None:
    """What is wrong with a value."""
    value = values.get(field.name)
    if field.name == "pcie_gbs" and values["pcie"] == INTEGRATED:
        what = word('has no meaning where pcie = "integrated": leave it out')
        return None if value is None else what
    if value is None:
        return None if field.optional else word("is missing: add it")
    if field.name in ("status", "lat.status"):
        return _status_complaint(value)
    if field.kind == "text" and isinstance(value, str):
        return _text_complaint(field, value)
    return _kind_complaint(field, value)


def _text_complaint(field: DeviceField, text: str) -> Message | None:
    is_shown = field.name == "name"
    if field.name == "id" and not (ID.fullmatch(text) and text.isprintable()):
        return word("has to be one word of at most 80 letters without a colon, as in my_gpu")
    if field.name == "cc" and not CAPABILITY.fullmatch(text):
        return word('has to be two numbers with a point between them, as in "8.6"')
    most = LONGEST_NAME if is_shown else LONGEST_TEXT
    fits = text.strip() and len(text) <= most and (text.isprintable() or not is_shown)
    what = "has to be words in quotes on one line, at most {most} letters"
    return None if fits else word(what, most=most)


def _status_complaint(value: object) -> Message | None:
    if isinstance(value, str) and all(part in STATUSES for part in value.split("+")):
        return None
    template = "has to be one of {names}, or some of them joined by +"
    return word(template, names=listed(tuple(STATUSES)))


def _kind_complaint(field: DeviceField, value: object) -> Message | None:
    if field.kind == "text":
        return word("has to be words in quotes")
    if field.kind == "three":
        what = word("has to be three {numbers}", numbers=_range(field))
        return None if _numbers(field, value, 3) else what
    if field.kind == "list":
        what = word("has to be a list of {numbers}", numbers=_range(field))
        return None if _numbers(field, value) else what
    return None if _fits(field, value) else word("has to be a {number}", number=_range(field))


def _numbers(field: DeviceField, value: object, count: int | None = None) -> bool:
    if not isinstance(value, list) or not value or (count is not None and len(value) != count):
        return False
    return all(_fits(field, item) for item in value)


def _fits(field: DeviceField, value: object) -> bool:
    """Whether it is a number of the right kind within bounds; True and NaN are none."""
    kinds = (int, float) if field.kind == "number" else (int,)
    if isinstance(value, bool) or not isinstance(value, kinds):
        return False
    return field.least <= value <= field.most


def _range(field: DeviceField) -> Message:
    unit = f" {field.unit}" if field.unit else ""
    bounds = {"least": field.least, "most": field.most, "unit": unit}
    if field.kind in ("three", "list"):
        return word("whole numbers from {least} to {most}{unit}", **bounds)
    if field.kind == "number":
        return word("number from {least} to {most}{unit}", **bounds)
    return word("whole number from {least} to {most}{unit}", **bounds)


def _wrong(file: str, values: Values, key: str, complaint: Message) -> RequestRefused:
    """The refusal of one value."""
    template = "{file}, device '{device}': {key}{value} {complaint}."
    shown = f" = {brief(values[key])}" if values.get(key) is not None else ""
    device = values.get("id", word("without id"))
    named = {
        "file": file,
        "device": device if isinstance(device, Message) else _named(device),
        "key": key,
    }
    return RequestRefused(
        Message("device.bad-value", template, {**named, "value": shown, "complaint": complaint})
    )
