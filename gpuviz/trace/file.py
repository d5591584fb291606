"""`.gpuviz` files: a zip of `manifest.json` and `.npy` members that any NumPy reads; no pickle.

The manifest holds the tables as JSON; each array stands in it as {"npy": member name}. Reading runs no code
of the file: names, numbers and arrays are all it can hold.
"""

from __future__ import annotations

import dataclasses
import io
import json
import os
import tempfile
import types
import typing
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from gpuviz.launch import Dim3
from gpuviz.messages import Message, RequestRefused
from gpuviz.trace.trace import Trace

FORMAT_VERSION = 1
MANIFEST = "manifest.json"
SUFFIX = ".gpuviz"


def save_trace(trace: Trace, path: Path) -> None:
    """Writes a trace; the file is there whole or not at all. Raises RequestRefused where it cannot be written."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                _write(trace, file)
            os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        template = "The trace cannot be written to {path}: {reason}."
        values = {"path": str(path), "reason": error.strerror or str(error)}
        raise RequestRefused(Message("trace.unwritable", template, values)) from None


def load_trace(path: Path) -> Trace:
    """Reads a trace. Raises RequestRefused for what is no trace, cut off, or of a newer version."""
    try:
        with zipfile.ZipFile(path) as file:
            manifest = json.loads(file.read(MANIFEST))
            _check_version(manifest, path)
            trace = _from_plain(Trace, manifest["trace"], file)
    except RequestRefused:
        raise
    except OSError as error:
        raise _refused(path, error.strerror or str(error)) from None
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError, EOFError) as error:
        raise _refused(path, f"it is cut off or not a trace ({error})") from None
    return typing.cast(Trace, trace)


def _check_version(manifest: Mapping[str, Any], path: Path) -> None:
    version = manifest["gpuviz_trace"]
    if not isinstance(version, int) or version > FORMAT_VERSION:
        raise _refused(path, f"it has the format {version}, made by a newer gpuviz: update gpuviz")


def _refused(path: Path, reason: str) -> RequestRefused:
    template = "{path} cannot be opened: {reason}."
    return RequestRefused(Message("trace.unreadable", template, {"path": path, "reason": reason}))


def _write(trace: Trace, stream: io.BufferedIOBase | Any) -> None:
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        plain = _to_plain(trace, "trace", file)
        manifest = {"gpuviz_trace": FORMAT_VERSION, "trace": plain}
        file.writestr(MANIFEST, json.dumps(manifest, allow_nan=True))


def _to_plain(value: Any, name: str, file: zipfile.ZipFile) -> Any:
    """JSON for a value; arrays go into members of their own."""
    if isinstance(value, np.ndarray):
        return _save_array(value, name, file)
    if isinstance(value, np.dtype):
        return {"dtype": value.str}
    if isinstance(value, np.generic):
        return {"scalar": _save_array(np.asarray(value), name, file)["npy"]}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {
            field.name: _to_plain(getattr(value, field.name), f"{name}/{field.name}", file)
            for field in dataclasses.fields(value)
        }
    if isinstance(value, Mapping):
        return {"map": {str(k): _to_plain(v, f"{name}/{k}", file) for k, v in value.items()}}
    if isinstance(value, (tuple, list)):
        return [_to_plain(item, f"{name}/{row}", file) for row, item in enumerate(value)]
    return value if isinstance(value, (bool, int, float, str, type(None))) else str(value)


def _save_array(array: np.ndarray[Any, Any], name: str, file: zipfile.ZipFile) -> dict[str, str]:
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.ascontiguousarray(array), allow_pickle=False)
    file.writestr(f"{name}.npy", buffer.getvalue())
    return {"npy": f"{name}.npy"}


def _load_array(name: str, file: zipfile.ZipFile) -> np.ndarray[Any, Any]:
    array = np.lib.format.read_array(io.BytesIO(file.read(name)), allow_pickle=False)
    array.flags.writeable = False
    return array


def _from_plain(kind: Any, plain: Any, file: zipfile.ZipFile) -> Any:
    """The value of the declared type `kind` that `plain` stands for."""
    if isinstance(plain, dict):
        special = _special(plain, file)
        if special is not None:
            return special
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (types.UnionType, typing.Union):
        return None if plain is None else _from_plain(_first_real(inner), plain, file)
    if origin is tuple:
        return _tuple(inner, plain, file)
    if kind is Dim3:
        return Dim3(*plain)
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        return _dataclass(kind, plain, file)
    if isinstance(plain, dict):
        item = inner[1] if len(inner) == 2 else object
        return {name: _from_plain(item, value, file) for name, value in plain["map"].items()}
    return tuple(_from_plain(object, v, file) for v in plain) if isinstance(plain, list) else plain


def _special(plain: dict[str, Any], file: zipfile.ZipFile) -> Any:
    if plain.keys() == {"npy"}:
        return _load_array(plain["npy"], file)
    if plain.keys() == {"scalar"}:
        return _load_array(plain["scalar"], file)[()]
    if plain.keys() == {"dtype"}:
        return np.dtype(plain["dtype"])
    if plain.keys() == {"complex"}:
        return complex(*plain["complex"])
    return None


def _first_real(inner: tuple[Any, ...]) -> Any:
    return next(kind for kind in inner if kind is not type(None))


def _tuple(inner: tuple[Any, ...], plain: list[Any], file: zipfile.ZipFile) -> tuple[Any, ...]:
    if len(inner) == 2 and inner[1] is Ellipsis:
        return tuple(_from_plain(inner[0], item, file) for item in plain)
    return tuple(_from_plain(k, item, file) for k, item in zip(inner, plain, strict=True))


def _dataclass(kind: type, plain: dict[str, Any], file: zipfile.ZipFile) -> Any:
    hints = typing.get_type_hints(kind)
    names = {field.name for field in dataclasses.fields(kind)}
    return kind(**{n: _from_plain(hints[n], v, file) for n, v in plain.items() if n in names})
