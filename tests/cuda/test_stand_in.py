"""numba.cuda is the drop-in inside the `with`, and what it was before afterwards."""

from __future__ import annotations

import contextlib
import importlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import gpuviz.cuda
from gpuviz.cuda.errors import UnknownModule
from gpuviz.cuda.stand_in import standing_in

ROOT = Path(__file__).parents[2]

IN_A_NEW_PYTHON = """
import sys
{before}
from gpuviz.cuda.stand_in import standing_in
def state():
    cuda = {{name: id(m) for name, m in sys.modules.items() if name.startswith("numba.cuda")}}
    return cuda, list(sys.meta_path), vars(sys.modules.get("numba", sys)).get("cuda")
old = state()
with standing_in():
    from numba import cuda, njit
    assert cuda.__name__ == "gpuviz.cuda", cuda
    assert njit(lambda a: a + 1)(1) == 2
assert state() == old, (state(), old)
import gpuviz.cuda, numba.cuda
assert numba.cuda.__name__ == "numba.cuda"
assert numba.cuda.__file__ != gpuviz.cuda.__file__
"""


def cuda_modules() -> dict[str, object]:
    return {name: module for name, module in sys.modules.items() if name.startswith("numba.cuda")}


@pytest.mark.slow
@pytest.mark.parametrize("before", ["", "import numba", "import numba.cuda"])
def test_afterwards_numba_is_as_it_was_before(before: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_A_NEW_PYTHON.format(before=before)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


def test_the_real_modules_come_back_themselves_also_after_an_error() -> None:
    real = importlib.import_module("numba.cuda")
    before, finders = cuda_modules(), list(sys.meta_path)

    with contextlib.suppress(ZeroDivisionError), standing_in():
        assert importlib.import_module("numba.cuda") is gpuviz.cuda
        raise ZeroDivisionError

    assert cuda_modules() == before
    assert sys.meta_path == finders
    assert importlib.import_module("numba").cuda is real


def test_one_inside_another_changes_nothing() -> None:
    with standing_in():
        with standing_in():
            pass

        assert importlib.import_module("numba.cuda") is gpuviz.cuda


@pytest.mark.slow
@pytest.mark.parametrize("name", ["numba.cuda.kernels", "numba.cuda.arrays", "gpuviz.cuda.kernels"])
def test_a_module_below_that_is_not_there_says_so(name: str) -> None:
    with standing_in(), pytest.raises(UnknownModule) as raised:
        importlib.import_module(name)

    assert f"cuda.{name.rpartition('.')[2]} is not known to gpuviz yet" in str(raised.value)


def test_modules_of_the_drop_in_itself_can_still_be_imported() -> None:
    with standing_in():
        assert importlib.import_module("gpuviz.cuda.arrays") is sys.modules["gpuviz.cuda.arrays"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "line",
    [
        "from numba.cuda.cudadrv.driver import CudaAPIError as found",
        "from numba.cuda.cudadrv.devicearray import is_cuda_ndarray as found",
        "from numba.cuda.random import create_xoroshiro128p_states as found",
        "from numba.cuda.api import to_device as found",
        "from numba.cuda import cg, libdevice, types, float32 as found",
        "from numba.cuda.extending import overload_method, register_jitable as found",
        "import numba.cuda.cudadrv.error as found",
        "import numba; found = numba.cuda.cudadrv.devices.gpus",
    ],
)
def test_modules_that_scripts_import_are_there(line: str) -> None:
    space: dict[str, object] = {}

    with standing_in():
        exec(line, space)

    assert space["found"]


@pytest.mark.slow
def test_the_targets_of_vectorize_are_told_apart() -> None:
    import numba

    before = numba.vectorize
    with standing_in():
        for_gpu = numba.vectorize(["int32(int32)"], target="cuda")(lambda a: a + 1)
        for_cpu = numba.vectorize(["int32(int32)"])(lambda a: a + 2)

    assert numba.vectorize is before
    assert type(for_gpu).__module__.startswith("gpuviz.")
    assert (for_gpu(np.int32(3)), for_cpu(np.int32(3))) == (4, 5)
