"""Numba's advice on speed: whom it reaches, in whose words, and who switches it off."""

from __future__ import annotations

import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core import config
from numba.core.errors import NumbaPerformanceWarning

from gpuviz import cuda
from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.cuda.script import run_script
from gpuviz.device import DEFAULT_DEVICE, find_device

SCRIPT = """
import warnings
import numpy as np
from numba import cuda
{before}
@cuda.jit
def fill(x):
    x[cuda.grid(1)] = 1

with warnings.catch_warnings(record=True) as caught:
    {filter}
    fill[2, 16](np.zeros(32))
print(*(one.message for one in caught), sep="; ")
"""
GRID = "Grid size 2 will likely result in GPU under-utilization due to low occupancy."
COPY = "Host array used in CUDA kernel will incur copy overhead to/from device."


@cuda.jit
def fill(x: Any) -> None:
    i = cuda.grid(1)
    if i < x.size:
        x[i] = 1


def words(caught: list[warnings.WarningMessage]) -> list[str]:
    return [plain(str(one.message)) for one in caught]


def plain(text: str) -> str:
    """Numba prints its warnings in bold letters."""
    return re.sub(r"\x1b\[\d*m", "", text)


def test_numba_has_the_same_words_and_the_same_limit() -> None:
    from numba.cuda import dispatcher
    from numba.cuda.cudadrv import devicearray

    in_dispatcher = Path(dispatcher.__file__).read_text(encoding="utf-8")
    in_arrays = Path(devicearray.__file__).read_text(encoding="utf-8")

    assert "min_grid_size = 128" in in_dispatcher
    assert "will likely result in GPU" in in_dispatcher
    assert "under-utilization due to low occupancy." in in_dispatcher
    assert "Host array used in CUDA kernel will incur" in in_arrays


def test_a_small_grid_is_a_warning_at_the_line_of_the_script() -> None:
    with pytest.warns(NumbaPerformanceWarning) as caught:
        fill[2, 16]

    assert words(list(caught)) == [GRID]
    assert caught[0].filename == __file__


def test_a_host_array_is_a_warning_at_the_launch() -> None:
    with pytest.warns(NumbaPerformanceWarning) as caught:
        fill[128, 32](np.zeros(3))

    assert words(list(caught)) == [COPY]
    assert caught[0].filename == __file__


@pytest.mark.parametrize(
    "launch",
    [
        lambda: fill[128, 32](cuda.to_device(np.zeros(3))),
        lambda: fill[(64, 2, 1), 2](cuda.mapped_array(0)),
        lambda: fill[128, 32](cuda.Out(np.zeros(3))),
    ],
)
def test_large_grids_and_device_arrays_are_no_warning(launch: Any) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        launch()

    assert caught == []


@pytest.mark.parametrize(
    ("settings", "left"),
    [
        ({"CUDA_LOW_OCCUPANCY_WARNINGS": 0}, [COPY]),
        ({"CUDA_WARN_ON_IMPLICIT_COPY": 0}, [GRID]),
        ({"DISABLE_PERFORMANCE_WARNINGS": 1}, []),
    ],
)
def test_numbas_settings_switch_them_off(
    settings: dict[str, int], left: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in settings.items():
        monkeypatch.setattr(config, name, value)

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        fill[2, 16](np.zeros(32))

    assert words(caught) == left


def test_a_recording_hears_of_none() -> None:
    with warnings.catch_warnings(record=True) as caught, open_recording() as recording:
        warnings.simplefilter("always")
        fill[2, 16](np.zeros(32))

    assert caught == []
    assert recording.host.notes == []


@pytest.mark.parametrize(
    ("asked", "expected"), [("warnings.simplefilter('always')", [GRID, COPY]), ("pass", [])]
)
def test_a_script_that_is_checked_gets_those_that_it_asks_for(
    asked: str, expected: list[str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(before="", filter=asked), encoding="utf-8")
    before = list(warnings.filters)

    outcome = run_script(script, [], Recording(find_device(DEFAULT_DEVICE)))

    found = capfd.readouterr()
    assert (plain(found.out), found.err) == ("; ".join(expected) + "\n", "")
    assert (outcome.own_failure, outcome.failures, outcome.notes) == (None, (), ())
    assert list(warnings.filters) == before


def test_a_script_that_makes_errors_of_them_fails_as_with_numba(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(before="", filter="warnings.simplefilter('error')"))

    outcome = run_script(script, [], Recording(find_device(DEFAULT_DEVICE)))

    assert outcome.own_failure is not None
    assert plain(outcome.own_failure).splitlines()[-1].endswith(f"NumbaPerformanceWarning: {GRID}")


def test_numbas_warnings_are_imported_where_numba_cuda_has_them(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    before = "from numba.cuda.core.errors import NumbaPerformanceWarning as advice"
    asked = "warnings.simplefilter('always', advice)"
    script.write_text(SCRIPT.format(before=before, filter=asked), encoding="utf-8")

    outcome = run_script(script, [], Recording(find_device(DEFAULT_DEVICE)))

    assert outcome.own_failure is None


@pytest.mark.slow
def test_a_script_of_its_own_gets_them_on_its_own_stderr(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    source = SCRIPT.format(before="import numba", filter="")
    source = source.partition("with ")[0].replace("from numba ", "from gpuviz ")
    script.write_text(f"{source}\nfor _ in range(3):\n    fill[2, 16](np.zeros(32))\n")

    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)

    assert plain(done.stderr).count(f"script.py:12: NumbaPerformanceWarning: {GRID}") == 1
    assert plain(done.stderr).count(f"script.py:12: NumbaPerformanceWarning: {COPY}") == 1
