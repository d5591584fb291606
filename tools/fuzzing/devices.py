"""Files of devices with something wrong in them; what is accepted can be modelled on."""

from __future__ import annotations

import functools
import json
import random
import tomllib
import warnings
from pathlib import Path
from typing import Any

from gpuviz.cli.devices import device_text, table_text
from gpuviz.device import load_devices, occupancy
from gpuviz.device_fields import FIELDS
from gpuviz.engines.modelled import with_modelled_times
from gpuviz.launch import LaunchConfig, refusals
from gpuviz.messages import GpuvizError
from gpuviz.places import resource_dir
from gpuviz.trace import Trace
from tools.fuzzing.good import emulated
from tools.fuzzing.kinds import checked_sentence, sentence
from tools.fuzzing.odd import ODD_NUMBERS, odd_bytes, odd_lines, odd_text, odd_value

BLOCKS = (1, 32, 33, 256, 1024)


@functools.cache
def _good() -> str:
    """The file of gpuviz itself, as JSON, with two of its devices and what they need."""
    path = resource_dir("assets") / "devices.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    rows = table["device"][:2]
    needed = {row["cc"]: table["cc"][row["cc"]] for row in rows}
    return json.dumps(table | {"device": rows, "cc": needed})


def make(chance: random.Random) -> bytes:
    """A file of devices in which some values are others."""
    table = json.loads(_good())
    for _ in range(chance.choice((1, 2, 4, 8))):
        _change(table, chance)
    text = _toml(table)
    if chance.random() < 0.1:
        text = "\n".join(odd_lines(text.splitlines(), chance))
    data = text.encode("utf-8", "surrogatepass")
    return odd_bytes(data, chance) if chance.random() < 0.1 else data


def _change(table: dict[str, Any], chance: random.Random) -> None:
    rows = [row for row in (table, *_rows(table)) if isinstance(row, dict) and row]
    row = chance.choice(rows)
    key = chance.choice([*row, chance.choice(FIELDS).name, odd_text(chance)])
    match chance.randrange(10):
        case 0:
            row.pop(key, None)
        case 1 | 2 | 3 if isinstance(row.get(key), int | float):
            row[key] = row[key] * chance.choice((0, -1, 0.5, 2, 1000, 1e-9)) + chance.choice((0, 1))
        case 4 | 5:
            field = chance.choice(FIELDS)
            limit = chance.choice((field.least, field.most))
            row[field.name.rpartition(".")[2]] = limit + chance.choice((-1, 0, 0, 0, 1, 0.5))
        case 6:
            row[key] = [chance.choice(ODD_NUMBERS) for _ in range(chance.choice((0, 1, 3, 3000)))]
        case 7:
            row[odd_text(chance) or "x"] = row.get(key, {})
        case 8:
            row[key] = chance.choice(rows)
            json_safe = _without_cycles(row, ())
            row.clear()
            row.update(json_safe)
        case _:
            row[key] = odd_value(chance)


def _rows(table: dict[str, Any]) -> list[Any]:
    """The tables of a file, wherever they are by now."""
    found = []
    for name in ("common", "cc", "device"):
        value = table.get(name)
        inner = list(value.values()) if isinstance(value, dict) else value
        inner = inner if isinstance(inner, list) else []
        found += [value, *inner, *(one.get("lat") for one in inner if isinstance(one, dict))]
    return found


def _without_cycles(value: Any, above: tuple[int, ...]) -> Any:
    if id(value) in above or len(above) > 6:
        return 0
    inside = (*above, id(value))
    if isinstance(value, dict):
        return {key: _without_cycles(one, inside) for key, one in value.items()}
    if isinstance(value, list):
        return [_without_cycles(one, inside) for one in value]
    return value


def _toml(table: dict[str, Any]) -> str:
    """The table as TOML: one line for each value at the top, tables within them in line."""
    lines = []
    for key, value in table.items():
        if isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            for row in value:
                lines.append(f"[[{_text(key)}]]")
                lines += [f"{_text(name)} = {_value(one)}" for name, one in row.items()]
        elif isinstance(value, dict):
            lines.append(f"[{_text(key)}]")
            lines += [f"{_text(name)} = {_value(one)}" for name, one in value.items()]
        else:
            lines.insert(0, f"{_text(key)} = {_value(value)}")
    return "\n".join(lines) + "\n"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(key)} = {_value(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, str):
        return _text(value)
    return str(value).lower() if isinstance(value, bool | float) else str(value)


@functools.cache
def _trace() -> Trace:
    return emulated("matmul_tiled", (8, 8, 8))


def judge(data: bytes, folder: Path, *, closely: bool) -> str:
    """It is refused in a sentence, or its devices can be listed and launches modelled on them."""
    path = folder / "devices.toml"
    path.write_bytes(data)
    load_devices.cache_clear()  # it knows a file by its name
    try:
        devices = load_devices(path)
    except GpuvizError as error:
        sentence(error)
        return "refused"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table_text(list(devices.values()))
        for device in devices.values():
            checked_sentence(device_text(device).replace("\n", " ")[:1000])
            for block in BLOCKS:
                _model(device, block)
    return "accepted"


def _model(device: Any, block: int) -> None:
    config = LaunchConfig(_trace().config.grid, type(_trace().config.block)(block))
    for message in refusals(config, device):
        checked_sentence(message.text)
        return
    occupancy(device, block, 32, 1024, 0)
    with_modelled_times(_trace(), device, None)
