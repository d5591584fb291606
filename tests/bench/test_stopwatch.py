"""The stopwatch on the gallery's twins, and on twins that are wrong, slow or broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.bench import stopwatch
from gpuviz.bench.disturbances import Machine
from gpuviz.bench.stopwatch import time_cpu_twins
from gpuviz.engines.request import CpuTimes, CpuTimingRequest
from gpuviz.operation import find_operation

FORM = '''"""Doubling: c = 2 a."""
import time
import numpy as np
from numba import cuda

SIZES = {{"n": 1000}}
BLOCK = (256,)
THREADS = ("n",)
OUTPUTS = ("c",)
FLOPS = "n"


@cuda.jit
def double(a, c):
    i = cuda.grid(1)
    if i < c.size:
        c[i] = 2 * a[i]


def inputs(n, seed):
    return {{"a": np.arange(n, dtype=np.float64), "c": np.zeros(n)}}


def numpy_twin(a, c):
    c[:] = 2 * a


{twins}
'''


def time_twins(
    folder: Path, twins: str, size: int = 1000, budget_seconds: float = 0.05
) -> CpuTimes:
    file = folder / "double.py"
    file.write_text(FORM.format(twins=twins), encoding="utf-8")
    return time_cpu_twins(CpuTimingRequest(5, file, (size,), budget_seconds=budget_seconds))


@pytest.mark.slow
@pytest.mark.parametrize("operation", ["vector_add", "saxpy", "matmul_naive"])
def test_every_twin_of_an_operation_gets_a_time(operation: str) -> None:
    info = find_operation(operation)

    times = time_cpu_twins(CpuTimingRequest(3, info.path, info.default_size, budget_seconds=0.5))

    assert times.number == 3
    assert times.messages == ()
    for seconds in (times.one_thread_s, times.all_threads_s, times.numpy_s):
        assert seconds is not None
        assert seconds > 0
    for spread in (times.one_thread_spread_s, times.all_threads_spread_s, times.numpy_spread_s):
        assert spread is not None
        assert spread >= 0


def test_a_twin_that_computes_something_else_is_not_timed(tmp_path: Path) -> None:
    times = time_twins(tmp_path, "def one_thread(a, c):\n    c[:] = 2 * a + (a > 900)")

    assert (times.one_thread_s, times.one_thread_spread_s) == (None, None)
    assert times.numpy_s is not None
    assert [message.code for message in times.messages] == ["stopwatch.wrong"]
    assert "one_thread of double" in times.messages[0].text


def test_a_twin_that_is_there_not_has_no_time_and_no_message(tmp_path: Path) -> None:
    times = time_twins(tmp_path, "")

    assert (times.one_thread_s, times.all_threads_s, times.messages) == (None, None, ())


def test_a_twin_that_raises_is_told(tmp_path: Path) -> None:
    times = time_twins(tmp_path, "def all_threads(a, c):\n    c[:] = a / len([])[0]")

    assert times.all_threads_s is None
    assert "TypeError" in times.messages[0].text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ("raise SystemExit(3)", "stopped with SystemExit: 3: it"),
        ("raise KeyboardInterrupt", "stopped with KeyboardInterrupt: it"),
        (
            r"raise ValueError('\x1b[1mtwo\x1b[0m\n lines.')",
            "stopped with ValueError: two lines: it",
        ),
    ],
)
def test_a_twin_that_ends_in_any_way_costs_its_own_time_only(
    ends: str, said: str, tmp_path: Path
) -> None:
    times = time_twins(tmp_path, f"def one_thread(a, c):\n    {ends}")

    assert times.one_thread_s is None
    assert times.numpy_s is not None
    assert said in times.messages[0].text


def test_what_a_twin_prints_is_printed_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    times = time_twins(tmp_path, "def one_thread(a, c):\n    c[:] = 2 * a\n    print('said')")

    assert times.one_thread_s is not None
    assert capsys.readouterr().out == "said\n"


def test_what_disturbed_the_computer_is_told_with_the_times(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    moments = iter([Machine(2, 5.5, 10), Machine(2, 5.5, 11)])
    monkeypatch.setattr(stopwatch, "machine", lambda: next(moments))

    times = time_twins(tmp_path, "")

    codes = [message.code for message in times.disturbances]
    assert codes[:2] == ["disturbance.load", "disturbance.heat"]


LOOP = "    for i in range(a.size):\n        c[i] = 2 * a[i]\n"


def test_a_twin_that_would_take_too_long_is_never_run_at_full_size(tmp_path: Path) -> None:
    note = "    with open(__file__ + '.sizes', 'a') as file:\n        file.write(f'{a.size} ')"
    twin = f"def one_thread(a, c):\n{LOOP}{note}"
    full_size = 1 << 23  # a second in a loop of Python, milliseconds in NumPy

    times = time_twins(tmp_path, twin, full_size, budget_seconds=0.3)

    sizes = [int(size) for size in (tmp_path / "double.py.sizes").read_text().split()]
    assert times.one_thread_s is None
    assert "one_thread of double needs about" in times.messages[-1].text
    assert 1000 < max(sizes) < full_size


@pytest.mark.slow
def test_an_output_that_is_an_input_too_is_the_same_for_every_sample(tmp_path: Path) -> None:
    twin = f"def one_thread(a, c):\n    assert not c.any(), 'not restored'\n{LOOP}"

    times = time_twins(tmp_path, twin, size=20_000, budget_seconds=0.5)

    assert times.one_thread_s is not None
