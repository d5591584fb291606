"""Scripts as people write them, and what comes of one on the emulator."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest, LaunchResult

README = Path(__file__).parents[2] / "README.md"
KERNELS = """import numpy as np
from numba import cuda


@cuda.jit
def double(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] *= 2


@cuda.jit
def shift(a):
    i = cuda.grid(1)
    a[i] = a[i + 1]
"""
HOST = """
a = cuda.to_device(np.arange(100, dtype=np.float32))
double[4, 32](a)
shift[1, 100](a)
double[4, 32](a)
print(a.copy_to_host()[0])
"""
SCRIPT = KERNELS + HOST
"""Three launches, of which the second is out of bounds."""
KERNEL = KERNELS.split("\n\n\n@cuda.jit\ndef shift")[0] + "\n"
"""A kernel that nothing launches."""


def my_sum() -> str:
    """The script that README shows: a race in its only launch."""
    text = README.read_text(encoding="utf-8")
    return text.split('```python title="my_sum.py"\n')[1].split("```")[0]


def written(folder: Path, text: str, name: str = "mine.py") -> Path:
    """The file with this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def ran(path: Path, **changes: object) -> LaunchResult:
    """What comes of a script."""
    return EmulatorEngine().run(asked(path, **changes), lambda share: None)


def asked(path: Path, **changes: object) -> LaunchRequest:
    """A request for a script on a T4."""
    request = LaunchRequest(1, path, (), None, "emulator", find_device("t4"))
    return replace(request, **changes)  # type: ignore[arg-type]
