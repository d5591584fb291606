"""`with gpuviz.recording() as launches:` around ordinary Numba code, in a Python of its own.

Both ways in which Numba offers CUDA without a GPU: its own package, and its simulator.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

import gpuviz
from gpuviz import cuda
from gpuviz.api import Launches
from gpuviz.cuda.recording import Recording
from gpuviz.device import find_device
from gpuviz.messages import RequestRefused
from gpuviz.trace import Trace
from gpuviz.trace.file import load_trace

ROOT = Path(__file__).parents[1]

ORDINARY = """
import threading
import numpy as np
import numba
from numba import cuda
from numba.cuda import to_device

@cuda.jit(device=True)
def more(x):
    return x + 1

@cuda.jit
def kernel(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] = more(x[i])

import gpuviz
real = vars(cuda)["to_device"]
with gpuviz.recording() as launches:
    device = to_device(np.zeros(32))
    kernel[1, 32](device)
    kernel.configure(2, 16)(device)
    kernel.forall(32)(device)
    with gpuviz.recording() as inner:
        kernel[1, 8](device)
    threads = [threading.Thread(target=kernel[1, 4], args=(np.zeros(4),)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert cuda.get_current_device().name.startswith("gpuviz")
    assert device.copy_to_host().tolist() == [4] * 8 + [3] * 24
assert [launch.config.block.x for launch in launches] == [32, 16, 128, 4, 4, 4], launches
assert [launch.kernel for launch in inner] == ["kernel"]
assert launches.hazards == () and launches.notes == ()
assert vars(cuda)["to_device"] is real is to_device
"""


@pytest.mark.slow
@pytest.mark.parametrize("simulator", ["0", "1"])
def test_ordinary_numba_code_is_recorded_and_left_as_it_was(simulator: str) -> None:
    settings = {"NUMBA_ENABLE_CUDASIM": simulator, "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0"}
    done = subprocess.run(
        [sys.executable, "-c", ORDINARY],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


EAGERLY_COMPILED = """
import numpy as np
from numba import cuda, float32, void
from numba.cuda import jit
from numba import guvectorize, vectorize
import gpuviz
import numba

real, early = cuda.jit, vectorize
with gpuviz.recording() as launches:
    @vectorize(["float64(float64)"], target="cuda")
    def twice(x):
        return x * 2

    @numba.guvectorize(["void(float64[:], float64[:])"], "(n)->(n)", target="cuda")
    def thrice(x, out):
        for i in range(x.size):
            out[i] = x[i] * 3

    @vectorize(["float64(float64)"])
    def on_the_cpu(x):
        return x * 4

    assert twice(np.arange(3.0)).tolist() == [0, 2, 4]
    assert thrice(np.arange(3.0)).tolist() == [0, 3, 6]
    assert on_the_cpu(np.arange(3.0)).tolist() == [0, 4, 8]
    assert cuda.is_float16_supported()

    @cuda.jit("float32(float32)", device=True)
    def more(x):
        return x + 1

    @jit(void(float32[:]))
    def by_type(x):
        x[cuda.grid(1)] += more(x[cuda.grid(1)])

    @cuda.jit("void(float32[:])")
    def by_name(x):
        x[cuda.grid(1)] += 1

    x = np.ones(32, np.float32)
    by_type[1, 32](x)
    by_name[1, 32](x)
assert x.tolist() == [4] * 32
ufuncs = ["vectorized_twice", "vectorized_thrice"]
assert [launch.kernel for launch in launches] == [*ufuncs, "by_type", "by_name"]
assert vectorize is early is numba.vectorize
assert launches.hazards == () and cuda.jit is real is jit
"""


@pytest.mark.slow
@pytest.mark.parametrize("simulator", ["0", "1"])
def test_a_kernel_with_a_signature_needs_no_gpu_while_gpuviz_records(simulator: str) -> None:
    settings = {"NUMBA_ENABLE_CUDASIM": simulator, "NUMBA_CUDA_LOW_OCCUPANCY_WARNINGS": "0"}
    done = subprocess.run(
        [sys.executable, "-c", EAGERLY_COMPILED],
        cwd=ROOT,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, "")


@cuda.jit
def shift(x: Any) -> None:
    i = cuda.grid(1)
    x[i] = x[i + 1]


@pytest.mark.slow
def test_a_recording_has_hazards_counters_and_failures() -> None:
    with gpuviz.recording(schedule="warps") as launches:
        shift[1, 32](np.zeros(32))

    assert len(launches) == 1
    assert {hazard.kind for hazard in launches.hazards} == {"out-of-bounds", "race"}
    assert launches[0].counters is not None
    assert launches[0].counters.global_store_requests == 1
    assert [launch.trace.schedule for launch in launches[:]] == ["warps"]
    assert launches.failures == ()
    assert "2 hazards" in repr(launches)


def test_a_recording_keeps_what_arrays_held_when_the_program_changes_them_later() -> None:
    @cuda.jit
    def doubled(a, b, out):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        out[i] = a[i] + b[i]

    a, b = np.arange(4), cuda.to_device(np.arange(4))

    with gpuviz.recording() as launches:
        doubled[1, 4](a, b, np.zeros(4, np.int64))
        a[:] = 9
        b[:] = 9

    kept = launches[0].trace
    assert kept.inputs["a"].tolist() == kept.inputs["b"].tolist() == [0, 1, 2, 3]
    assert kept.outputs["out"].tolist() == [0, 2, 4, 6]


def test_a_thousand_launches_are_still_one_short_line() -> None:
    with gpuviz.recording() as launches:
        shift[1, 32](np.zeros(33))
    few, many = repr(launches), repr(Launches(_of(1000 * [launches[0].trace])))

    assert few == "[<shift[(1, 1, 1), (32, 1, 1)]: 1 hazard>]"
    assert many.endswith(", and 980 more]")


def _of(traces: list[Trace]) -> Recording:
    return Recording(find_device("t4"), launches=traces)


def test_a_device_that_is_not_known_is_refused() -> None:
    with pytest.raises(RequestRefused, match="t4"), gpuviz.recording(device="t5"):
        pass


@pytest.mark.slow
def test_show_opens_the_launch_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[list[str]] = []
    monkeypatch.setattr("gpuviz.api.recorded.why_no_window", lambda: None)
    monkeypatch.setattr("gpuviz.api.recorded.subprocess.Popen", started.append)
    with gpuviz.recording() as launches:
        shift[1, 32](np.zeros(33))

    launches[0].show()

    assert started[0][:4] == [sys.executable, "-m", "gpuviz", "app"]
    shown = load_trace(Path(started[0][4]))
    assert shown.kernel == "shift"
    assert shown.times is not None
    assert shown.times.source == "modelled"


STUDENT = dedent(
    """
    import numpy as np
    from numba import cuda, vectorize
    from numba.cuda import grid

    @cuda.jit
    def double(x):
        i = grid(1)
        x[i] *= 2

    def test_right(gpuviz_check):
        x = np.ones(32)
        double[1, 32](x)
        assert x.sum() == 64
        assert len(gpuviz_check) == 1

    def test_on_whole_arrays(gpuviz_check):
        @vectorize(["float64(float64)"], target="cuda")
        def twice(x):
            return x * 2

        assert twice(np.arange(3.0)).tolist() == [0, 2, 4]
        assert len(gpuviz_check) == 1

    def test_beyond(gpuviz_check):
        double[1, 32](np.ones(31))

    def test_both(gpuviz_check):
        double[1, 32](np.ones(30))
        assert 1 == 2
    """
)
EAGER = dedent(
    """
    import numpy as np
    from numba import cuda

    @cuda.jit("void(float32[:])")
    def fill(x):
        x[cuda.grid(1)] = 1

    def test_fill(gpuviz_check):
        x = np.zeros(32, np.float32)
        fill[1, 32](x)
        assert x.all()
    """
)


def grade(folder: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_student.py").write_text(text)
    plugins = ["gpuviz.pytest_plugin", "no:cacheprovider", "no:warnings"]
    chosen = [f"-p{name}" for name in plugins]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *chosen, *options, str(folder)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_a_students_test_fails_with_the_sentence_of_the_hazard(tmp_path: Path) -> None:
    done = grade(tmp_path, STUDENT)

    assert "2 failed, 2 passed" in done.stdout
    assert "reads x[31], but x has the shape (31)" in done.stdout
    line = 1 + STUDENT.splitlines().index("    x[i] *= 2")
    assert f"\ntest_student.py:{line}: out-of-bounds: Line {line}: thread (31, " in done.stdout
    assert "assert 1 == 2" in done.stdout
    assert "reads x[30]" in done.stdout


@pytest.mark.slow
def test_the_option_puts_the_emulator_in_place_for_all_tests(tmp_path: Path) -> None:
    done = grade(tmp_path, EAGER, "--gpuviz")

    assert "1 passed" in done.stdout, done.stdout


@pytest.mark.slow
def test_the_plugin_loads_neither_numba_nor_qt_nor_the_emulator() -> None:
    text = "import gpuviz.pytest_plugin, sys; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", text], cwd=ROOT, capture_output=True, text=True, check=True
    )

    loaded = done.stdout.split()
    assert not {"numba", "PySide6", "gpuviz.cuda", "gpuviz.simt", "numpy"} & set(loaded)
