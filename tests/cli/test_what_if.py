"""`gpuviz run --what-if`: what is asked, what is told, what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from gpuviz.cli import main

pytestmark = pytest.mark.usefixtures("kept_workers")

KEYS = "change kernel_s factor limiter occupancy assumptions refused"
LAUNCH = ("run", "vector_add", "--no-cpu", "--device", "t4", "--size", "100000")


def asked(capsys: pytest.CaptureFixture[str], *what_ifs: str) -> list[dict[str, Any]]:
    words = [word for text in what_ifs for word in ("--what-if", text)]
    assert main([*LAUNCH, *words, "--json"]) == 0
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["model"]["what_if"]
    return found


@pytest.mark.slow
def test_each_what_if_is_answered_in_turn(capsys: pytest.CaptureFixture[str]) -> None:
    first, second, third = asked(
        capsys, "registers=128", "block=512, device=h100_sxm", "l2=warm,shared=2^12"
    )

    assert list(first) == KEYS.split()
    assert first["change"] == {"registers": 128}
    assert first["occupancy"]["registers"] == 128
    assert first["occupancy"]["blocks_per_sm"] == 2
    assert first["factor"] > 0
    assert first["refused"] is None
    assert second["change"] == {"block": [512, 1, 1], "device": "h100_sxm"}
    assert second["factor"] < 1
    assert third["change"] == {"shared": 4096, "l2": "warm"}
    assert len(third["assumptions"]) == 2


def test_what_cannot_be_said_is_an_answer_too(capsys: pytest.CaptureFixture[str]) -> None:
    refused, told = asked(capsys, "block=100", "block=128")

    assert "launch it with a block of (100, 1, 1) to know" in refused["refused"]
    assert (refused["kernel_s"], refused["occupancy"], refused["assumptions"]) == (None, None, [])
    assert told["factor"] == pytest.approx(1, abs=0.05)


def test_nothing_asked_is_nothing_answered(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys) == []


def test_a_person_reads_a_row_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*LAUNCH, "--what-if", "device=h100_sxm", "--what-if", "block=33"]) == 0

    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("what if")]
    assert "device=h100_sxm: " in rows[0]
    assert " times as fast, limited by " in rows[0]
    assert "; occupancy 100 %, 8 blocks on an SM, limited by " in rows[0].replace("\u202f", " ")
    assert "block=33: A block of (33, 1, 1) puts other threads into a warp" in rows[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'' is not understood"),
        ("registers", "'registers' is not understood"),
        ("registers=", "'registers=' is not understood"),
        ("register=64", "Give each of registers=, block=, shared=, device=, l2= once at most"),
        ("registers=64,", "'' is not understood"),
        ("registers=64,registers=32", "'registers=32' is not understood"),
        ("registers=0", "give a whole number of 1 or more"),
        ("registers=many", "registers=many: give a whole number"),
        ("registers=1.5", "registers=1.5: give a whole number"),
        ("registers=-3", "give a whole number of 1 or more"),
        ("shared=0", "shared=0: give a whole number"),
        ("block=0", "a block has at least 1 thread along each axis"),
        ("block=16x0", "a block has at least 1 thread along each axis"),
        ("block=a", "is not a shape"),
        ("block=1x1x1x1", "is not a shape"),
        ("device=h10", "There is no device 'h10'. Did you mean"),
        ("l2=hot", "only l2=warm can be asked"),
        ("registers=9999999999999999999999", "give a whole number"),
    ],
)
def test_what_means_nothing_is_one_line(
    capsys: pytest.CaptureFixture[str], text: str, words: str
) -> None:
    assert main([*LAUNCH, "--what-if", text]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert words in printed.err
    assert printed.err.count("\n") == 1


def test_a_pipeline_is_not_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "cnn_digits", "--what-if", "registers=64"]) == 2

    assert "cnn_digits is a pipeline of several" in capsys.readouterr().err


@pytest.mark.slow
def test_an_engine_that_counts_nothing_is_not_asked(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*LAUNCH, "--engine", "numba-simulator", "--what-if", "l2=warm"]) == 2

    assert "counts nothing" in capsys.readouterr().err
