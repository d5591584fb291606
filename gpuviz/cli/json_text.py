"""Dataclasses, tuples and NumPy scalars as the plain values of JSON; what is unknown is null."""

from __future__ import annotations

import dataclasses
import json
import math
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gpuviz.messages import Message


def print_json(value: Mapping[str, object]) -> None:
    """Prints one JSON object on stdout."""
    print(json.dumps(plain(value), indent=2, allow_nan=False))


def plain(value: Any) -> Any:
    """What `json` can write: numbers that are not finite become None, a Message its sentence."""
    scalar: Any = getattr(sys.modules.get("numpy"), "generic", ())
    if isinstance(value, scalar):
        return plain(value.item())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Message):
        return value.text
    if isinstance(value, Path):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = (field.name for field in dataclasses.fields(value))
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    return value
