"""A bundle that is built here and driven where there is no Python: a minute on a quiet machine.

One test, so that several processes of pytest do not build one each.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tools.bundle import bare

ROOT = Path(__file__).resolve().parents[2]
LARGEST_MB = 450  # 404 in 2026, of which 160 are LLVM; a whole library more should be noticed


@pytest.mark.slow
def test_a_bundle_works_where_nothing_else_is_and_is_not_larger_than_it_was(tmp_path: Path) -> None:
    if find_spec("PyInstaller") is None or shutil.which("objdump") is None:
        pytest.skip("PyInstaller (extra test) and binutils make bundles")
    refused = bare.why_not()
    if refused is not None:
        pytest.skip(f"a bundle is tried in a root folder of its own, and {refused}")
    built, root = tmp_path / "built", tmp_path / "root"
    root.mkdir()

    made = subprocess.run(
        [sys.executable, "-m", "tools.bundle", "--out", str(built)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert made.returncode == 0, made.stdout + made.stderr
    assert bare.size_bytes(built / "gpuviz") / 1e6 < LARGEST_MB
    bare.furnish(root, built / "gpuviz")
    ended = {what: bare.run_inside(root, words) for what, words in bare.TRIED}
    failed = {what: one.stdout + one.stderr for what, one in ended.items() if one.returncode != 0}
    assert failed == {}
    doctor = bare.run_inside(root, ["doctor"]).stdout
    assert "(a bundle, which takes no packages)" in doctor
    assert "PROBLEM" not in doctor
