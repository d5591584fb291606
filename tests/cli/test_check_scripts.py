"""Scripts as students write them run under `gpuviz check` as they are."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from gpuviz.cli import main
from tests.cli.checking import DOUBLE, RUN_DOUBLE, Check


@pytest.fixture
def check(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Check:
    return Check(tmp_path, capfd)


WAYS_TO_IMPORT = {
    "from numba import cuda": ("from numba import cuda", "cuda.jit", "cuda.grid"),
    "import numba.cuda": ("import numba.cuda", "numba.cuda.jit", "numba.cuda.grid"),
    "import numba, then cuda": ("import numba", "numba.cuda.jit()", "numba.cuda.grid"),
    "import as": ("import numba.cuda as nc", "nc.jit", "nc.grid"),
    "names": ("from numba.cuda import jit, grid", "jit", "grid"),
    "names as others": ("from numba.cuda import jit as k, grid as where", "k()", "where"),
    "all names": ("from numba.cuda import *", "jit", "grid"),
    "importlib": ("import importlib; c = importlib.import_module('numba.cuda')", "c.jit", "c.grid"),
    "options": ("from numba import cuda", "cuda.jit(fastmath=True, cache=True)", "cuda.grid"),
}


@pytest.mark.slow
@pytest.mark.parametrize(("imports", "jit", "grid"), WAYS_TO_IMPORT.values(), ids=WAYS_TO_IMPORT)
def test_a_script_may_import_numba_cuda_in_any_way(
    check: Check, imports: str, jit: str, grid: str
) -> None:
    script = f"""
        {imports}
        import numpy as np

        @{jit}
        def number(x):
            i = {grid}(1)
            if i < x.size:
                x[i] = i

        x = np.zeros(33, np.int64)
        number[2, 32](x)
        assert list(x) == list(range(33))
        """

    found = check(script, options=("--json",))

    assert (found.code, found.err) == (0, "")
    assert found.launches[0]["counters"]["active_threads"] == 33


SCRIPTS_THAT_ARE_RIGHT = {
    "cuda by another name": """
        import numpy as np
        import numba.cuda as nc
        from numba import float32

        @nc.jit
        def reverse(x):
            tile = nc.shared.array(64, dtype=float32)
            t = nc.threadIdx
            tile[t.x] = x[t.x]
            nc.syncthreads()
            x[t.x] = tile[63 - t.x]

        x = np.arange(64, dtype=np.float32)
        reverse[1, 64](x)
        assert x[0] == 63
        """,
    "a device function and constants of the module": """
        import numpy as np
        from numba import cuda

        SCALE = np.float32(3)

        @cuda.jit(device=True)
        def scaled(v):
            return v * SCALE

        @cuda.jit
        def k(x):
            i = cuda.grid(1)
            x[i] = scaled(x[i])

        x = np.ones(32, np.float32)
        k[1, 32](x)
        assert x.sum() == 96
        """,
    "a kernel in a closure": """
        import numpy as np
        from numba import cuda

        def make(step):
            @cuda.jit
            def k(x):
                i = cuda.grid(1)
                x[i] += step
            return k

        x = np.zeros(32, np.int32)
        make(2)[1, 32](x)
        make(5)[1, 32](x)
        assert (x == 7).all()
        """,
    "device arrays": """
        import numpy as np
        from numba import cuda

        @cuda.jit
        def copy(a, b):
            i = cuda.grid(1)
            b[i] = a[i]

        host = np.arange(32.0)
        a = cuda.to_device(host)
        b = cuda.device_array_like(a)
        copy[1, 32](a, b)
        cuda.synchronize()
        out = np.empty(32)
        b.copy_to_host(out)
        assert (out == host).all() and (b.copy_to_host() == host).all() and len(b) == 32
        """,
    "streams": """
        import numpy as np
        from numba import cuda

        @cuda.jit
        def fill(a, v):
            a[cuda.grid(1)] = v

        stream = cuda.stream()
        start = cuda.event()
        start.record(stream)
        with stream.auto_synchronize():
            d = cuda.to_device(np.zeros(32, np.float32), stream=stream)
            fill[1, 32, stream](d, 4)
            host = d.copy_to_host(stream=stream)
        stream.synchronize()
        assert host.sum() == 128
        """,
    "only under __main__": """
        import numpy as np
        from numba import cuda, njit

        @cuda.jit
        def fill(a):
            a[cuda.grid(1)] = 1

        @njit
        def total(a):
            return a.sum()

        if __name__ == "__main__":
            a = np.zeros(32)
            fill[1, 32](a)
            assert total(a) == 32
        """,
    "a signature": """
        import numpy as np
        from numba import cuda, void, float32, int32

        @cuda.jit("void(float32[:], int32)")
        def fill(a, v):
            a[cuda.grid(1)] = v

        @cuda.jit(void(float32[:], float32))
        def add(a, v):
            a[cuda.grid(1)] += v

        a = np.zeros(32, np.float32)
        fill[1, 32](a, 2)
        add[1, 32](a, 1)
        assert a.sum() == 96
        """,
    "a thread of its own": """
        import threading
        import numpy as np
        from numba import cuda

        @cuda.jit
        def fill(a):
            a[cuda.grid(1)] = 1

        threading.Thread(target=fill[1, 32], args=(np.zeros(32),)).start()
        """,
    "leaving with 0": DOUBLE + RUN_DOUBLE + "import sys\nsys.exit(0)\n",
    "leaving with nothing": DOUBLE + RUN_DOUBLE + "raise SystemExit\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("text", SCRIPTS_THAT_ARE_RIGHT.values(), ids=SCRIPTS_THAT_ARE_RIGHT)
def test_a_script_without_a_mistake_gives_0(check: Check, text: str) -> None:
    found = check(text, options=("--json",))

    assert (found.code, found.err) == (0, "")
    assert found.launches
    assert not any(launch["hazards"] for launch in found.launches)


def test_a_script_may_have_something_else_for_what_is_not_there(check: Check) -> None:
    fallback = """
        try:
            from numba.cuda import open_ipc_array
        except ImportError:
            open_ipc_array = None
        assert not hasattr(cuda, "open_ipc_array") and getattr(cuda, "open_ipc_array", 7) == 7
        """

    found = check(DOUBLE + dedent(fallback) + RUN_DOUBLE)

    assert (found.code, found.err) == (0, "")


def test_a_script_gets_its_arguments_its_stdin_and_its_name(
    check: Check, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("from stdin\n"))
    words = ["--json", "-x", "--", "a b"]
    asks = f"""
        import os, sys
        assert sys.argv[1:] == {words!r}, sys.argv
        assert input() == "from stdin"
        assert os.path.isabs(__file__) and __file__ == os.path.abspath(sys.argv[0])
        assert sys.path[0] == os.path.dirname(os.path.realpath(__file__))
        assert sys.modules["__main__"].__dict__ is globals()
        def annotated(x: os): pass
        assert annotated.__annotations__ == {{"x": os}}
        """

    found = check(DOUBLE + dedent(asks) + RUN_DOUBLE, *words)

    assert (found.code, found.err) == (0, "")


@pytest.mark.slow
def test_a_script_may_change_the_directory_and_its_launches_land_where_they_should(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kept").mkdir()
    moved = "import os; os.mkdir('away'); os.chdir('away')\n"
    (tmp_path / "moving.py").write_text(moved + DOUBLE + RUN_DOUBLE, encoding="utf-8")

    code = main(["trace", "--out", "kept", "moving.py"])

    assert code == 0
    assert Path.cwd() == tmp_path
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["001-double.gpuviz"]


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2])
def test_a_helper_beside_the_script_may_hold_the_kernel(
    check: Check, tmp_path: Path, number: int
) -> None:
    helper = DOUBLE.replace("*= 2", f"+= {number}")
    (tmp_path / "helper_with_a_kernel.py").write_text(helper, encoding="utf-8")
    script = f"""
        from helper_with_a_kernel import double, x
        double[2, 32](x)
        assert x[0] == {number}
        """

    found = check(script, options=("--json",))

    assert (found.code, found.err) == (0, "")
    assert found.launches[0]["file"] == "helper_with_a_kernel.py"
    assert "helper_with_a_kernel" not in sys.modules


def test_an_unsupported_kernel_in_a_helper_is_placed_in_the_helper(
    check: Check, tmp_path: Path
) -> None:
    helper = DOUBLE.replace("x[i] *= 2", "del x")
    (tmp_path / "helper_that_deletes.py").write_text(helper, encoding="utf-8")

    found = check("from helper_that_deletes import double, x\ndouble[1, 32](x)\n")

    assert found.code == 2
    assert "helper_that_deletes.py:9:9: " in found.err
