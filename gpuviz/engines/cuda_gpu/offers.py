"""The process that offers kernels to numba-cuda's compiler, one after the other.

`main(FOLDER)` waits for files N.offer there (gpuviz.cuda.offer packs them) and answers each with a
file N.answer: JSON, `words` where Numba refuses the kernel, and the `line` that it names. Where it
cannot be decided without a GPU, nothing is said.
"""

from __future__ import annotations

import importlib
import io
import json
import os
import pickle
import time
from pathlib import Path
from types import FunctionType
from typing import Any

from numba import cuda
from numba.core.errors import NumbaError

from gpuviz.cuda.offer import DEVICE, MODULE
from gpuviz.engines.cuda_gpu.compiled import lto_code
from gpuviz.engines.cuda_gpu.failures import refused_line, refused_words

LOOK_SECONDS = 0.02


def main(folder: str, cc: tuple[int, int]) -> None:
    """Answers until the process that started this one is gone."""
    starter = os.getppid()
    while os.getppid() == starter:
        offers = sorted(Path(folder).glob("*.offer"))
        for offer in [one for one in offers if not one.with_suffix(".answer").exists()]:
            found = answer(offer.read_bytes(), cc)
            made = offer.with_suffix(".making")
            made.write_text(json.dumps(found), encoding="utf-8")
            made.rename(offer.with_suffix(".answer"))
        time.sleep(LOOK_SECONDS)


def answer(offer: bytes, cc: tuple[int, int]) -> dict[str, object]:
    """What Numba says of a packed kernel: that it takes it, why it does not, or nothing."""
    try:
        function, types = Unpacker(io.BytesIO(offer)).load()
        lto_code(cuda.jit(function), types, cc)
    except NumbaError as error:
        return {"words": refused_words(error), "line": refused_line(error)}
    except BaseException:  # also what the script's own objects do: then nothing is known
        return {}
    return {"taken": True}


class Unpacker(pickle.Unpickler):
    """Finds what the drop-in stood for in the real `numba.cuda`."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self._device: dict[int, tuple[FunctionType, Any]] = {}

    def persistent_load(self, named: Any) -> Any:
        """A module, a name of `numba.cuda`, or a device function, the same one each time."""
        kind, what = named
        if kind == MODULE:
            return importlib.import_module(what)
        if kind == DEVICE:
            known = self._device.setdefault(id(what), (what, cuda.jit(device=True)(what)))
            return known[1]
        found: Any = cuda
        for part in what.split("."):
            found = _part(found, part)
        return found


def _part(owner: Any, name: str) -> Any:
    try:
        return getattr(owner, name)
    except AttributeError:
        return importlib.import_module(f"{owner.__name__}.{name}")
