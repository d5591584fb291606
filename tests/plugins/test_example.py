"""The example of docs/plugins.md: built, installed into a folder, and used from there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.plugins import EXAMPLE

ROOT = Path(__file__).parents[2]
ANSWER = EXAMPLE / "puzzles" / "01_cube_guard" / "solution.py"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of packages with the example in it, built by the hatchling that is installed."""
    place = tmp_path_factory.mktemp("site")
    install = (sys.executable, "-m", "pip", "install", "--no-build-isolation", "--no-index")
    done = subprocess.run(
        [*install, "--no-deps", "--target", place, EXAMPLE.parent],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return place


def gpuviz(*words: str | Path, site: Path) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join((str(ROOT), str(site)))
    return subprocess.run(
        [sys.executable, "-m", "gpuviz", *map(str, words)],
        env=os.environ | {"PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_example_is_built_and_brings_all_that_the_page_says(site: Path) -> None:
    listed = json.loads(gpuviz("list", "--json", site=site).stdout)["operations"]
    assert [one["name"] for one in listed if one["plugin"] == "warps"] == ["cube"]

    ran = gpuviz("run", "cube", "--device", "room_gpu", "--no-cpu", site=site)
    assert ran.returncode == 0
    assert "GPU of room 3" in ran.stdout

    told = gpuviz("puzzle", "list", site=site)
    assert "\nPlugin warps\ncube_guard" in told.stdout
    solved = gpuviz("puzzle", "cube_guard", ANSWER, site=site)
    assert solved.returncode == 0, solved.stdout + solved.stderr

    found = json.loads(gpuviz("doctor", "--json", site=site).stdout)["findings"]
    (plugin,) = [one for one in found if one["group"] == "plugins"]
    assert plugin["found"].startswith("warp-course 1.0: 1 kernel, 1 lesson, 1 puzzle, 1 device;")
