"""Small pipelines to run, and what it takes to run them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.operation import describe
from gpuviz.places import resource_dir

HEAD = '''"""Small: a pipeline for a test."""

import numpy as np
from numba import cuda

SIZES = {"n": 100}
OUTPUTS = ("y",)


@cuda.jit
def double(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = 2 * x[i]


def inputs(n, seed):
    x = np.random.default_rng(seed).random(n, dtype=np.float32)
    return {"x": x, "y": np.zeros(n, np.float32)}


def numpy_twin(x, y):
    y[:] = 4 * x


'''
"""All of a file but its host function, which has to make y of x, four times as large."""

TWICE = """def pipeline(x, y):
    on_device = cuda.to_device(x)
    double[4, 32](on_device)
    double[4, 32](on_device)
    on_device.copy_to_host(y)
"""


def written(folder: Path, text: str, name: str = "small.py") -> Path:
    """The file with this text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def readme_example() -> str:
    """The pipeline that kernels/README.md shows."""
    readme = (resource_dir("kernels") / "README.md").read_text(encoding="utf-8")
    return readme.split("## Pipelines")[1].split("```python\n")[1].split("```")[0]


def asked(path: Path, **changes: object) -> LaunchRequest:
    """A request for a file with its default size on a T4."""
    info = describe(path)
    request = LaunchRequest(1, info.path, info.default_size, None, "emulator", find_device("t4"))
    return replace(request, **changes)  # type: ignore[arg-type]


def ran(path: Path, **changes: object) -> LaunchResult:
    """What comes of it on the emulator."""
    return EmulatorEngine().run(asked(path, **changes), lambda share: None)
