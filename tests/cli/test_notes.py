"""Mistakes of the host: what `check` notes about a script around its launches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.checking import BEYOND, DOUBLE, RUN_DOUBLE, Check

TIMED = DOUBLE + (
    "import time\n"
    "d = cuda.to_device(x)\n"
    "start = time.perf_counter()\n"
    "double[2, 32](d)\n"
    "SYNCHRONISE\n"
    "print(time.perf_counter() - start)\n"
    "d.copy_to_host()\n"
)
KEPT = DOUBLE + "d = cuda.to_device(x)\ndouble[2, 32](d)\n"
DRAWN = (
    "import numpy as np\n"
    "from numba import cuda\n"
    "from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_uniform_float32\n"
    "@cuda.jit\n"
    "def draw(states, out):\n"
    "    i = cuda.grid(1)\n"
    "    out[i] = xoroshiro128p_uniform_float32(states, i)\n"
    "draw[1, 32](create_xoroshiro128p_states(32, seed=1), np.zeros(32))\n"
)


@pytest.fixture
def check(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Check:
    return Check(tmp_path, capfd)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "notes"),
    [
        (
            TIMED.replace("SYNCHRONISE", "pass"),
            ["script.py:17:1: a time is read after the launch"],
        ),
        (TIMED.replace("SYNCHRONISE", "cuda.synchronize()"), []),
        (TIMED.replace("SYNCHRONISE", "cuda.stream().synchronize()"), []),
        (TIMED.replace("SYNCHRONISE", "d[0]"), []),
        (TIMED.replace("SYNCHRONISE", "double[2, 32](x)"), []),
        (
            TIMED.replace("import time", "from time import perf_counter as now; import time")
            .replace("time.perf_counter() - s", "now() - s")
            .replace("SYNCHRONISE", "pass"),
            ["a time is read after the launch"],
        ),
        (DOUBLE + "import time; time.time()\n" + RUN_DOUBLE + "time.time()\n", []),
        (KEPT, ["double writes into its argument x, a device array that nobody looks at"]),
        (DRAWN, []),
        (KEPT + "d.copy_to_host()\n", []),
        (KEPT + "d[3:5].copy_to_host()\n", []),
        (
            KEPT + "double[2, 32](d)\nother = cuda.device_array(40, x.dtype)\n"
            "other.copy_to_device(d)\n",
            [],
        ),
        (
            BEYOND.replace("(x)\n", "(cuda.to_device(x))\n"),
            ["the script ends without cuda.synchronize()", "nobody looks at"],
        ),
        (
            BEYOND.replace("(x)\n", "(cuda.to_device(x))\ncuda.synchronize()\n"),
            ["nobody looks at"],
        ),
        (
            DOUBLE
            + "a, b = cuda.event(), cuda.event()\na.record()\n"
            + RUN_DOUBLE
            + "b.record()\na.elapsed_time(b)\n",
            ["here that is the time of the emulator"],
        ),
    ],
)
def test_mistakes_of_the_host_are_noted(check: Check, text: str, notes: list[str]) -> None:
    found = check(text, options=("--json",))

    noted = json.loads(found.out)["notes"]
    assert len(noted) == len(notes)
    assert [words for words, note in zip(notes, noted, strict=True) if words not in note] == []


def test_steps_between_of_a_reduction_are_nobody_to_look_at(check: Check) -> None:
    text = (
        "import numpy as np\nfrom numba import vectorize\n"
        "@vectorize(['int32(int32, int32)'], target='cuda')\n"
        "def add(a, b):\n    return a + b\n"
        "print(add.reduce(np.arange(11, dtype=np.int32)))\n"
    )

    found = check(text)

    assert found.code == 0
    assert "55" in found.out
    assert "Note" not in found.out


@pytest.mark.slow
@pytest.mark.parametrize(
    "function",
    [
        "@vectorize(['int32(int32, int32)'], target='cuda')\ndef add(a, b):\n    return a + b\n",
        "@guvectorize(['void(int32[:], int32[:], int32[:])'], '(n),(n)->(n)', target='cuda')\n"
        "def add(a, b, c):\n    for i in range(a.size):\n        c[i] = a[i] + b[i]\n",
    ],
)
def test_what_the_next_function_of_arrays_reads_was_worth_writing(
    check: Check, function: str
) -> None:
    text = (
        "import numpy as np\nfrom numba import cuda, guvectorize, vectorize\n"
        + function
        + "d = cuda.to_device(np.arange(10, dtype=np.int32))\n"
        "double = add(d, d)\n"
        "print(add(double, d).copy_to_host())\n"
    )

    assert "Note" not in check(text).out
    assert "Note" in check(text + "add(d, d)\n").out


def test_notes_are_printed_behind_the_launches(check: Check) -> None:
    found = check(KEPT)

    assert found.code == 0
    assert found.out.splitlines()[-1].startswith("Note: ")


def test_the_clocks_are_as_before_when_the_script_is_over(check: Check) -> None:
    import time
    import timeit

    clocks = time.perf_counter, time.time, timeit.default_timer

    check(DOUBLE + RUN_DOUBLE)

    assert (time.perf_counter, time.time, timeit.default_timer) == clocks


def test_what_was_found_before_a_kernel_failed_is_reported_too(check: Check) -> None:
    text = DOUBLE.replace("i < x.size", "i <= x.size") + (
        "@cuda.jit(debug=True, opt=False)\n"
        "def beyond_and_fail(x):\n"
        "    x[cuda.grid(1) + 32] = 1\n"
        "    if cuda.grid(1) == 7:\n"
        "        raise ValueError('seven')\n"
        "double[2, 32](x)\n"
        "beyond_and_fail[1, 32](x)\n"
    )

    found = check(text, options=("--json",))

    assert found.code == 1
    assert [launch["kernel"] for launch in found.launches] == ["double", "beyond_and_fail"]
    assert [launch["hazards"][0]["index"] for launch in found.launches] == [[40], [40]]
    assert "ended the launch in line" in found.err
    assert "Traceback" not in found.err


def test_a_kernel_that_raises_without_debug_lets_the_script_go_on_and_a_note_tells(
    check: Check,
) -> None:
    text = DOUBLE + (
        "@cuda.jit\n"
        "def guarded(x):\n"
        "    i = cuda.grid(1)\n"
        "    if i > 29:\n"
        "        raise ValueError('beyond 29')\n"
        "    x[i] = i // (i - 7)\n"
        "guarded[1, 32](x)\n"
        "assert x[7] == 0 and x[30] == 30\n"
        "double[1, 30](x)\n"
    )

    found = check(text)

    assert found.code == 0
    assert "2. double" in found.out
    said = " ".join(found.out.split())
    assert (
        "2 threads have ended with ValueError: beyond 29, thread (30, 0, 0) of block (0, 0, 0)"
        in said
    )
    assert "thread (7, 0, 0) of block (0, 0, 0) divides a whole number by 0" in said


def test_a_variable_that_nobody_set_is_found_and_the_script_goes_on(check: Check) -> None:
    text = DOUBLE + (
        "@cuda.jit\n"
        "def keep(x):\n"
        "    i = cuda.grid(1)\n"
        "    if i > 0:\n"
        "        last = i\n"
        "    x[i] = last\n"
        "keep[1, 32](x)\n"
        "assert x[0] == 0 and x[31] == 31\n"
        "double[1, 32](x)\n"
    )

    found = check(text, options=("--json",))

    assert found.code == 1
    assert [len(launch["hazards"]) for launch in found.launches] == [1, 0]
    (hazard,) = found.launches[0]["hazards"]
    wanted = {"kind": "uninitialized", "space": "register", "array": "last", "index": []}
    assert {name: hazard[name] for name in wanted} == wanted


def test_traces_name_files_from_the_folder_of_the_script(check: Check) -> None:
    found = check(DOUBLE + RUN_DOUBLE, options=("--json",))

    assert found.launches[0]["file"] == "script.py"


SCRATCH = """
import numpy as np
from numba import cuda

@cuda.jit
def shift(x, kept, out):
    i = cuda.grid(1)
    kept[i] = x[i]
    out[i] = kept[i] + 1

x, kept, out = (cuda.to_device(np.zeros(32)) for _ in range(3))
shift[1, 32](x, kept, out)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("looked_at", "notes"),
    [("", 2), ("out.copy_to_host()", 0), ("kept.copy_to_host()", 1)],
)
def test_intermediate_results_need_not_be_copied_back(
    check: Check, looked_at: str, notes: int
) -> None:
    found = check(SCRATCH + looked_at + "\n", options=("--json",))

    assert len(json.loads(found.out)["notes"]) == notes
