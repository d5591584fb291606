"""docs/example.ipynb runs, and its outputs in the repository are those of today."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / "example.ipynb"
MOST_BYTES = 300_000
EXECUTED = """
import json, sys
import nbformat
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], 4)
NotebookClient(notebook, timeout=300, store_widget_state=False).execute()
print(json.dumps(notebook))
"""
VIEW = "application/vnd.jupyter.widget-view+json"


def texts(notebook: Any) -> list[tuple[str, str]]:
    """What cells printed, and their values, beside their sources; pictures aside."""
    found = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            text = output.get("text") or output.get("data", {}).get("text/plain", "")
            if VIEW not in output.get("data", {}):
                found.append(("".join(cell["source"]), "".join(text)))
    return found


def committed() -> Any:
    return json.loads(FILE.read_text(encoding="utf-8"))


def test_the_outputs_in_the_repository_are_small_and_need_no_running_notebook() -> None:
    assert FILE.stat().st_size < MOST_BYTES
    assert VIEW not in FILE.read_text(encoding="utf-8")
    assert "widgets" not in committed()["metadata"]


def test_the_outputs_show_a_race_its_repair_and_a_comparison() -> None:
    html = [
        "".join(output.get("data", {}).get("text/html", ""))
        for cell in committed()["cells"]
        for output in cell.get("outputs", ())
    ]

    assert any("race on part" in one and "<img" in one for one in html)
    assert any("✓ no hazard" in one for one in html)
    assert any("along_columns" in one and "524\u202f288" in one for one in html)


@pytest.mark.slow
def test_every_cell_runs_and_prints_what_the_repository_has(tmp_path: Path) -> None:
    pytest.importorskip("nbclient")
    done = subprocess.run(
        [sys.executable, "-c", EXECUTED, str(FILE)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    executed = json.loads(done.stdout)
    assert texts(executed) == texts(committed())
    views = [
        output
        for cell in executed["cells"]
        for output in cell.get("outputs", ())
        if VIEW in output.get("data", {})
    ]
    assert len(views) == 1
