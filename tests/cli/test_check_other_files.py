"""`gpuviz check` of a script whose device functions stand in other files, in every form."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from gpuviz.cli import main
from tests.cli.checking import Check

PARTS = """from numba import cuda

# cells[i] in line 6


@cuda.jit(device=True)
def put(cells, i, value):
    cells[i] = value


@cuda.jit(device=True)
def get(cells, i):
    return cells[i]
"""
PUT, GET = 8, 13
MAIN = """import sys
import numpy as np
from numba import cuda

sys.path.append("{parts}")
from parts import get, put


@cuda.jit
def k(x, y, z):
    s = cuda.shared.array(64, np.float32)
    t = cuda.threadIdx.x
    put(s, t, x[t])
    y[t] = get(s, 63 - t)
    put(z, t + 1, 0)


k[1, 64](np.ones(64, np.float32), np.zeros(64, np.float32), np.zeros(64))
"""
HEADER = """#pragma once
// the store is in line 5

__device__ void put(float* cells, int i) {
    cells[i] = 1.0f;
}
"""
PROGRAM = """#include "lib/put.cuh"
// gpuviz: n = 100
// gpuviz: threads = n
// gpuviz: a = zeros(n)
__global__ void k(float* a, int n) {
    put(a, blockIdx.x * blockDim.x + threadIdx.x + 1);
}
"""


@pytest.fixture(params=["", "lib", "../src"])
def parts(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The folder of parts.py, as seen from that of the script, app/."""
    folder = tmp_path / "app" / str(request.param)
    (tmp_path / "app").mkdir()
    folder.mkdir(exist_ok=True)
    (folder / "parts.py").write_text(PARTS, encoding="utf-8")
    text = MAIN.format(parts=folder.resolve().as_posix())
    (tmp_path / "app" / "main.py").write_text(text, encoding="utf-8")
    return str(request.param)


@pytest.fixture
def check(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Check:
    monkeypatch.chdir(tmp_path)
    for name in ("parts", "kernels"):  # of the test before: they are not beside the script
        monkeypatch.delitem(sys.modules, name, raising=False)
    return Check(tmp_path, capfd)


def place_from_here(parts: str) -> str:
    return os.path.normpath(f"app/{parts}/parts.py").replace(os.sep, "/")


@pytest.mark.slow
def test_the_text_and_json_name_the_file(parts: str, check: Check) -> None:
    text, found = check.run("check", "app/main.py"), check.run("check", "app/main.py", "--json")

    name = {"": "parts.py", "lib": "lib/parts.py", "../src": "src/parts.py"}[parts]
    assert f"race: Line {PUT} of {name}: thread" in text.out
    assert f"out-of-bounds: Line {PUT} of {name}: thread" in text.out
    (launch,) = found.launches
    outside, race = launch["hazards"]
    kept = "parts.py" if parts == "../src" else name
    assert launch["file"] == "main.py"
    assert (outside["file"], outside["line"], outside["other_file"]) == (kept, PUT, None)
    assert (race["file"], race["line"]) == (kept, PUT)
    assert (race["other_file"], race["other_line"], race["other_launch"]) == (kept, GET, None)
    assert race["barrier"] == {"after": 13, "before": 14, "loop": None, "file": "main.py"}


@pytest.mark.slow
def test_github_shows_a_hazard_at_its_line_of_its_file(parts: str, check: Check) -> None:
    found = check.run("check", "app/main.py", "--format", "github")

    starts = [line.partition(",title=")[0] for line in found.out.splitlines()]
    assert starts == [f"::error file={place_from_here(parts)},line={PUT}"] * 2


@pytest.mark.slow
def test_sarif_names_both_accesses_of_a_race(parts: str, check: Check) -> None:
    found = check.run("check", "app/main.py", "--format", "sarif")

    [run] = json.loads(found.out)["runs"]
    outside, race = run["results"]
    uri, region = place_from_here(parts), "region"
    for result in (outside, race):
        [place] = [one["physicalLocation"] for one in result["locations"]]
        assert (place["artifactLocation"]["uri"], place[region]["startLine"]) == (uri, PUT)
    assert "relatedLocations" not in outside
    [other] = race["relatedLocations"]
    place = other["physicalLocation"]
    assert (place["artifactLocation"]["uri"], place[region]["startLine"]) == (uri, GET)
    assert other["message"]["text"] == "the other access of the race"


@pytest.mark.slow
def test_junit_begins_with_the_place(parts: str, check: Check) -> None:
    found = check.run("check", "app/main.py", "--format", "junit")

    texts = [one.text or "" for one in ElementTree.fromstring(found.out).iter("failure")]
    assert len(texts) == 2
    assert all(text.startswith(f"{place_from_here(parts)}:{PUT}: Line {PUT} of") for text in texts)


@pytest.mark.slow
def test_a_repair_leaves_lines_of_other_files_alone(parts: str, check: Check) -> None:
    before = Path("app/main.py").read_text(encoding="utf-8")

    found = check.run("check", "app/main.py", "--repair", "--json")

    (launch,) = found.launches
    assert [one["repair"] for one in launch["hazards"]] == [None, None]
    assert all("another file" in one["why_no_repair"] for one in launch["hazards"])
    assert Path("app/main.py").read_text(encoding="utf-8") == before


def test_a_kernel_outside_of_the_scripts_folder_is_shown_where_it_lies(check: Check) -> None:
    Path("src").mkdir()
    Path("app").mkdir()
    kernel = "from numba import cuda\n\n\n@cuda.jit\ndef fill(x):\n    x[cuda.grid(1)] = 1\n"
    Path("src/kernels.py").write_text(kernel, encoding="utf-8")
    script = f"import sys\nsys.path.append({str(Path('src').resolve())!r})\n"
    script += "import numpy\nfrom kernels import fill\n\nfill[1, 4](numpy.zeros(3))\n"
    Path("app/main.py").write_text(script, encoding="utf-8")

    found = check.run("check", "app/main.py", "--format", "github")

    assert found.out.startswith("::error file=src/kernels.py,line=6,")


def test_two_files_of_one_name_outside_of_the_folder_stay_two(check: Check) -> None:
    calls = []
    for name in ("one", "two"):
        Path(name).mkdir()
        text = "from numba import cuda\n\n\n@cuda.jit\ndef fill(x):\n    x[cuda.grid(1)] = 1\n"
        Path(name, "kernels.py").write_text(text, encoding="utf-8")
        path = str(Path(name, "kernels.py").resolve())
        calls += [f"runpy.run_path({path!r})['fill'][1, 4](numpy.zeros(3))"]
    Path("app").mkdir()
    script = "import numpy, runpy\n" + "\n".join(calls) + "\n"
    Path("app/main.py").write_text(script, encoding="utf-8")

    found = check.run("check", "app/main.py", "--format", "github")

    assert [line.partition(",line")[0] for line in found.out.splitlines()] == [
        "::error file=one/kernels.py",
        "::error file=two/kernels.py",
    ]


@pytest.mark.slow
def test_a_hazard_in_a_header_of_cuda_c_names_the_header(check: Check) -> None:
    Path("lib").mkdir()
    Path("lib/put.cuh").write_text(HEADER, encoding="utf-8")
    Path("main.cu").write_text(PROGRAM, encoding="utf-8")

    text, found = check.run("check", "main.cu"), check.run("check", "main.cu", "--json")

    assert "out-of-bounds: Line 5 of lib/put.cuh: thread (99, 0, 0)" in text.out
    (hazard,) = found.launches[0]["hazards"]
    assert (hazard["file"], hazard["line"]) == ("lib/put.cuh", 5)


def test_what_is_refused_in_a_header_is_shown_there(check: Check) -> None:
    Path("lib").mkdir()
    Path("lib/put.cuh").write_text(HEADER.replace("1.0f", "unheard(i)"), encoding="utf-8")
    Path("main.cu").write_text(PROGRAM, encoding="utf-8")

    found = check.run("check", "main.cu", "--format", "github")

    assert found.out.startswith("::error file=lib/put.cuh,line=5,col=16,")


@pytest.mark.slow
def test_run_names_files_from_the_operations_folder(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "parts.py").write_text(PARTS, encoding="utf-8")
    (tmp_path / "op.py").write_text(
        """import numpy as np
from numba import cuda

from parts import put

SIZES = {"n": 64}
BLOCK = (64,)
THREADS = ("n",)
OUTPUTS = ("y",)


@cuda.jit
def k(x, y):
    t = cuda.grid(1)
    put(y, t + 1, x[t])


def inputs(n, seed):
    return {"x": np.zeros(n, np.float32), "y": np.zeros(n, np.float32)}
""",
        encoding="utf-8",
    )

    assert main(["run", str(tmp_path / "op.py"), "--no-cpu", "--json"]) == 1

    (hazard,) = json.loads(capfd.readouterr().out)["hazards"]
    assert (hazard["file"], hazard["line"]) == ("parts.py", PUT)
