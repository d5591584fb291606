"""A command does not load what it does not need: that would take longer than the command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from gpuviz.engines.probe import can_compile

KERNEL = """
import sys
import warnings
{imports}

@cuda.jit
def twice(x):
    i = cuda.grid(1)
    if i < x.size:
        x[i] *= 2

{before}
x = np.ones(64, np.float32)
twice[2, 32](x)
print("result", x.sum())
print(*[name for name in {rooms} if name in sys.modules])
"""
ROOMS = (
    *("llvmlite", "asyncio", "gpuviz.lesson", "gpuviz.worker", "gpuviz.model", "gpuviz.insight"),
    *("gpuviz.engines.host", "gpuviz.cuda_c.syntax", "gpuviz.ui"),
)
"""Packages that a script with a plain kernel does not need."""
PLAIN = "import numpy as np\nfrom numba import cuda"


def checked(folder: Path, imports: str = PLAIN, before: str = "") -> list[str]:
    """What the script prints: its result, and which of ROOMS it has loaded; then its stderr."""
    script = folder / "twice.py"
    script.write_text(KERNEL.format(imports=imports, before=before, rooms=ROOMS))
    ran = run("-m", "gpuviz", "check", str(script))
    assert ran.returncode == 0, ran.stderr
    return [*ran.stdout.splitlines()[:2], ran.stderr]


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.skipif(can_compile(), reason="a compiler is here, to which its kernels are offered")
def test_a_script_of_kernels_alone_runs_without_numbas_compiler(tmp_path: Path) -> None:
    result, loaded, _ = checked(tmp_path)

    assert (result, loaded) == ("result 128.0", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("imports", "before"),
    [
        (f"{PLAIN}, float32, njit", "njit(lambda a: a + 1)(1); float32(1)"),
        (f"{PLAIN}\nimport numba", "assert numba.njit(lambda a: a + 1)(1) == 2"),
        (f"{PLAIN}\nimport numba.core.types as types", "types.float32"),
        (f"{PLAIN}\nfrom numba.cuda.core import errors", "errors.NumbaPerformanceWarning"),
        (PLAIN, "numba = __import__('numba'); assert numba.__version__; numba.types.int32"),
        (PLAIN, "exec('from numba import *'); njit"),
        (PLAIN, "__import__('importlib').import_module('numba.core.errors').NumbaWarning"),
    ],
)
def test_numba_is_there_as_soon_as_it_is_asked_for(
    tmp_path: Path, imports: str, before: str
) -> None:
    result, loaded, _ = checked(tmp_path, imports, before)

    assert result == "result 128.0"
    assert "llvmlite" in loaded


FOR_TWINS = f"{PLAIN}, get_num_threads, njit, prange"
TWINS = """
@njit
def more(a):
    return a + 1 if a else more(1.0)

@njit(parallel=True)
def summed(x):
    total = 0.0
    for i in prange(x.size):
        total += more(x[i])
    return total

@njit
def applied(function, x):
    return function(x)

assert more.py_func(2) == 3
assert list(prange(2)) == [0, 1]
"""


@pytest.mark.skipif(can_compile(), reason="a compiler is here, to which its kernels are offered")
def test_a_kernel_calls_what_numba_would_compile_without_numba(tmp_path: Path) -> None:
    kernel = f"{TWINS}\n@cuda.jit\ndef k(x):\n    x[0] = more(x[0])\nk[1, 1](np.ones(1))"
    result, loaded, _ = checked(tmp_path, FOR_TWINS, kernel)

    assert (result, loaded) == ("result 128.0", "")


@pytest.mark.slow
def test_numba_compiles_twins_when_they_are_called(tmp_path: Path) -> None:
    called = "assert summed(np.ones(8)) == 16 and get_num_threads() > 0"
    called += "\nassert prange is __import__('numba').prange"
    called += "\nassert applied(more, 2.0) == 3 and type(more).__name__ == 'Later'"
    called += "\nimport pickle; assert pickle.loads(pickle.dumps(more))(2.0) == 3"
    called += "\nclass Two(float): next = more\nassert Two(2.0).next.__self__ == 2"
    called += "\ndef around(of):\n    return njit(lambda x: of(x))\nassert around(more)(2.0) == 3"
    result, loaded, _ = checked(tmp_path, FOR_TWINS, f"{TWINS}\n{called}")

    assert result == "result 128.0"
    assert "llvmlite" in loaded


@pytest.mark.slow
def test_a_script_hears_of_numbas_warnings_if_it_asks_for_all(tmp_path: Path) -> None:
    *_, heard = checked(tmp_path, before="warnings.simplefilter('always')")
    *_, unheard = checked(tmp_path)

    assert "NumbaPerformanceWarning" in heard
    assert "Warning" not in unheard


@pytest.mark.slow
def test_who_only_starts_the_script_has_no_numpy_and_no_emulator(tmp_path: Path) -> None:
    script = tmp_path / "nothing.py"
    script.write_text("raise SystemExit")
    rooms = ("numpy", "gpuviz.simt", "gpuviz.cuda", "gpuviz.trace")
    program = (
        "import sys\n"
        "from gpuviz.cli import main\n"
        f"main(['check', {str(script)!r}])\n"
        f"print(*[name for name in {rooms} if name in sys.modules])"
    )

    assert run("-c", program).stdout == "\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "rooms"),
    [
        ("--version", ("numpy", "logging", "gpuviz.device", "gpuviz.operation")),
        ("list", ("numpy", "gpuviz.worker", "gpuviz.web")),
        (
            "devices",
            ("numpy", "gpuviz.worker", "gpuviz.cluster.machines", "gpuviz.trace", "gpuviz.insight"),
        ),
        ("doctor", ("numpy", "gpuviz.worker.executor", "gpuviz.lesson", "gpuviz.insight")),
    ],
)
def test_a_command_that_only_tells_loads_little(command: str, rooms: tuple[str, ...]) -> None:
    program = (
        "import sys\n"
        "from gpuviz.cli import main\n"
        f"main([{command!r}])\n"
        f"print('loaded', *[name for name in {rooms} if name in sys.modules])"
    )

    assert run("-c", program).stdout.splitlines()[-1] == "loaded"


@pytest.mark.parametrize(
    ("module", "rooms"),
    [
        ("run", ("gpuviz.cuda_c.syntax", "gpuviz.cli.what_if", "gpuviz.simt.execute")),
        ("export", ("gpuviz.scene.stage", "gpuviz.insight.trace_index", "PySide6")),
    ],
)
def test_a_command_loads_what_an_option_needs_when_that_is_given(
    module: str, rooms: tuple[str, ...]
) -> None:
    program = (
        "import sys\n"
        f"import gpuviz.cli.{module}\n"
        f"print('loaded', *[name for name in {rooms} if name in sys.modules])"
    )

    assert run("-c", program).stdout.split() == ["loaded"]
