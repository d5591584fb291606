"""Device files: TOML like assets/devices.toml, read value by value, refused with what is wrong."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpuviz.device_fields import FIELDS, INTEGRATED, STATUSES, DeviceField
from gpuviz.messages import Message, RequestRefused, brief
from gpuviz.ordinary_file import read_ordinary

Values = Mapping[str, Any]

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
            raise _wrong(path.name, values, "id", "is there twice: give each device its own")
    return rows


def _table(path: Path) -> Values:
    try:
        table = tomllib.loads(read_ordinary(path, LARGEST_BYTES).decode("utf-8"))
    except OSError as error:
        template = "{file} cannot be read ({why}): choose another file."
        values = {"file": path, "why": error.strerror or str(error)}
        raise RequestRefused(Message("device.unreadable-file", template, values)) from None
    except (ValueError, RecursionError) as error:  # no TOML, no UTF-8, lists in lists without end
        raise _no_device_file(path.name, str(error)) from None
    for name, kind in (("common", dict), ("cc", dict), ("device", list)):
        if not isinstance(table.get(name), kind) or not table[name]:
            raise _no_device_file(path.name, f"it has no [{name}]")
    for row in (*table["cc"].values(), *table["device"]):
        if not isinstance(row, dict):
            raise _no_device_file(path.name, f"{brief(row)} is no table")
    return table


def _no_device_file(file: str, why: str) -> RequestRefused:
    template = "{file} does not describe devices ({why}): compare it with gpuviz's devices.toml."
    return RequestRefused(Message("device.bad-file", template, {"file": file, "why": _cut(why)}))


def _cut(text: str) -> str:
    """Words out of a file, or about it, that end."""
    return text if len(text) <= LONGEST_WORDS else f"{text[: LONGEST_WORDS - 1]}…"


def _values(row: Values, table: Values, file: str) -> Values:
    """One device's values, those of its compute capability included."""
    if "cc" not in row:
        raise _wrong(file, row, "cc", "is missing: add it")
    described = _cut(", ".join(table["cc"]))
    if not isinstance(row["cc"], str) or row["cc"] not in table["cc"]:
        raise _wrong(file, row, "cc", f"is not described here: choose one of {described}")
    known = {**table["common"], **table["cc"][row["cc"]], **row}
    latencies = known.pop("lat", {})
    if not isinstance(latencies, dict):
        raise _wrong(file, {**known, "lat": latencies}, "lat", "has to be a table of latencies")
    known |= {f"lat.{name}": value for name, value in latencies.items()}
    known.setdefault("pcie_gbs", None)
    _check(known, file)
    return known


def _check(values: Values, file: str) -> None:
    fault = fault_in(values)
    if fault is not None:
        raise _wrong(file, values, *fault)


def fault_in(values: Values) -> tuple[str, str] | None:
    """The first value of a device that is missing, of another type or absurd, and what it is."""
    for field in FIELDS:
        complaint = _complaint(field, values)
        if complaint:
            return field.name, complaint
    for less, more in AT_MOST:
        if values[less] > values[more]:
            return less, f"is more than {more} = {values[more]}"
    if max(values["shared_carveouts_kb"]) * 1024 > values["shared_per_sm"]:
        more = values["shared_per_sm"]
        return "shared_carveouts_kb", f"exceeds shared_per_sm = {more} bytes"
    return None


def _complaint(field: DeviceField, values: Values) -> str:
    """What is wrong with a value; empty: nothing."""
    value = values.get(field.name)
    if field.name == "pcie_gbs" and values["pcie"] == INTEGRATED:
        return "" if value is None else f'has no meaning where pcie = "{INTEGRATED}": leave it out'
    if value is None:
        return "is missing: add it"
    if field.name in ("status", "lat.status"):
        return _status_complaint(value)
    if field.kind == "text" and isinstance(value, str):
        return _text_complaint(field, value)
    return _kind_complaint(field, value)


def _text_complaint(field: DeviceField, text: str) -> str:
    is_shown = field.name == "name"
    if field.name == "id" and not (ID.fullmatch(text) and text.isprintable()):
        return "has to be one word of at most 80 letters without a colon, as in my_gpu"
    if field.name == "cc" and not CAPABILITY.fullmatch(text):
        return 'has to be two numbers with a point between them, as in "8.6"'
    most = LONGEST_NAME if is_shown else LONGEST_TEXT
    fits = text.strip() and len(text) <= most and (text.isprintable() or not is_shown)
    return "" if fits else f"has to be words in quotes on one line, at most {most} letters"


def _status_complaint(value: object) -> str:
    if isinstance(value, str) and all(word in STATUSES for word in value.split("+")):
        return ""
    return f"has to be one of {', '.join(STATUSES)}, or some of them joined by +"


def _kind_complaint(field: DeviceField, value: object) -> str:
    if field.kind == "text":
        return "has to be words in quotes"
    if field.kind == "three":
        return "" if _numbers(field, value, 3) else f"has to be three {_range(field)}"
    if field.kind == "list":
        return "" if _numbers(field, value) else f"has to be a list of {_range(field)}"
    return "" if _fits(field, value) else f"has to be a {_range(field)}"


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


def _range(field: DeviceField) -> str:
    plural = "s" if field.kind in ("three", "list") else ""
    kind = "number" if field.kind == "number" else "whole number"
    unit = f" {field.unit}" if field.unit else ""
    return f"{kind}{plural} from {field.least} to {field.most}{unit}"


def _wrong(file: str, values: Values, key: str, complaint: str) -> RequestRefused:
    """The refusal of one value."""
    template = "{file}, device '{device}': {key}{value} {complaint}."
    shown = f" = {brief(values[key])}" if values.get(key) is not None else ""
    device = values.get("id", "without id")
    named = {
        "file": file,
        "device": _cut(device) if isinstance(device, str) else brief(device),
        "key": key,
    }
    return RequestRefused(
        Message("device.bad-value", template, {**named, "value": shown, "complaint": complaint})
    )
