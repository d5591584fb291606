"""The emulator against what numba-cuda's PTX computes: recorded, and (slow) computed again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from gpuviz.engines.probe import can_compile
from tools.differences.__main__ import PAGE, main
from tools.differences.oracles import by_ptx, by_settled_ptx
from tools.differences.records import (
    LEFTS,
    SEEDS,
    Computed,
    cell_digest,
    emulated,
    program_digests,
    recorded_cells,
)
from tools.differences.runs import differences, outcome

RECORD = json.loads(
    (Path(__file__).parents[1] / "data" / "differences.json").read_text(encoding="utf-8")
)
needs_compiler = pytest.mark.skipif(
    not can_compile(), reason="no compiler for GPUs here: pip install numba-cuda[cu13] brings one"
)


def assert_programs_are_as_recorded(seeds: Iterable[int], computed: Computed) -> None:
    for seed in seeds:
        if str(seed) in RECORD["programs"]:
            wanted = RECORD["programs"][str(seed)]

            assert program_digests(seed, computed) == wanted, f"the program of seed {seed}"


def assert_cells_are_as_recorded(left: str, computed: Computed) -> None:
    for name, row, x, y in recorded_cells():
        if x == left and name in RECORD["cells"]:
            kind, wanted = RECORD["cells"][name]

            assert cell_digest(row, x, y, kind, computed) == wanted, name


@pytest.mark.slow
def test_random_programs_give_the_bits_that_their_ptx_gives() -> None:
    assert len(RECORD["programs"]) > 40

    assert_programs_are_as_recorded(SEEDS, emulated)


@pytest.mark.slow
@pytest.mark.parametrize("left", LEFTS)
def test_operators_give_the_bits_in_the_corners_that_their_ptx_gives(left: str) -> None:
    assert_cells_are_as_recorded(left, emulated)


@pytest.mark.slow
@needs_compiler
def test_the_recorded_programs_are_those_of_the_ptx() -> None:
    assert_programs_are_as_recorded(SEEDS, by_ptx)


@pytest.mark.slow
@needs_compiler
@pytest.mark.parametrize("left", LEFTS)
def test_the_recorded_corners_are_those_of_the_ptx(left: str) -> None:
    assert_cells_are_as_recorded(left, by_ptx)


@pytest.mark.slow
@needs_compiler
def test_a_type_that_stays_from_an_early_round_of_numbas_inference_explains_a_difference() -> None:
    text = (
        "def kernel(u1, u4, out_i8):\n    i = cuda.grid(1)\n    w = u1[i]\n"
        "    for k in range(2):\n        if u4[i]:\n            out_i8[i] -= (w >> 1) % 0\n"
        "        else:\n            w = 0\n"
    )
    arrays = {"u1": np.arange(32, dtype="u1"), "u4": np.arange(32, dtype="u4")}
    arguments = {**arrays, "out_i8": np.zeros(32, np.int64)}
    own, compiled, settled = (
        computed(text, 32, arguments) for computed in (emulated, by_ptx, by_settled_ptx)
    )

    assert list(differences(own, compiled)) == ["out_i8"]
    assert not differences(own, settled)
    assert outcome(703)["state"] == "the same where Numba infers types once more"


@pytest.mark.parametrize("part", ["x", "2/2", "1", "-1/2"])
def test_a_part_that_is_none_is_refused_in_one_line(
    part: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["programs", f"--part={part}"])

    assert left.value.code == 2
    assert f"'{part}' is no part such as 0/2 or 1/2" in capsys.readouterr().err


def test_a_page_of_nothing_is_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = PAGE.read_text(encoding="utf-8")

    assert main(["page", "--keep", str(tmp_path)]) == 2

    assert "run `programs` first" in capsys.readouterr().err
    assert PAGE.read_text(encoding="utf-8") == before
