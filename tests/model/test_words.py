"""What limits a launch, said in a sentence."""

from __future__ import annotations

from typing import get_args

import pytest

from gpuviz.device import find_device
from gpuviz.model.calibration import Calibration
from gpuviz.model.predict import predict_work
from gpuviz.model.words import NAMES, WORDS, limiter_words, runner_up_words
from gpuviz.model.work import LaunchWork
from gpuviz.trace.prediction import Resource
from tests.model.works import work

T4 = find_device("t4")
THIN = "\u202f"


def said(asked: LaunchWork, per_sm: int = 4) -> str:
    prediction = predict_work(asked, T4, per_sm, Calibration()).prediction
    return limiter_words(prediction, T4).text.replace(THIN, " ")


def test_there_are_words_for_every_resource() -> None:
    assert set(WORDS) == set(NAMES) == set(get_args(Resource))


def test_a_launch_that_memory_limits_is_told_that_faster_arithmetic_would_not_help() -> None:
    """12.6 MB at 0.82 * 320.1 GB/s take 48.0 us; starting the kernel takes 1.94 us."""
    assert said(work(4000, dram_bytes=12.6e6 / 4000)) == (
        "On the Tesla T4 memory bandwidth limits this launch: 13 MB through DRAM take 48 µs of"
        " 50 µs; more arithmetic for each byte would help, faster arithmetic would not."
    )


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (work(fp64=1e6), "an SM of this GPU does 32 times as many operations with it"),
        (work(latency_cycles=1e5), "only 1 % of the places for blocks are taken"),
        (work(1600, latency_cycles=1e5), "more warps on an SM"),
        (work(1), "starting the kernel limits this launch: that alone takes 1.9 µs of 2.2 µs"),
        (work(shared_wavefronts=1e6), "fewer bank conflicts"),
        (work(atomics=1e5, longest_queue=1e5), "adding up in shared memory or in a warp first"),
    ],
)
def test_other_launches_are_told_what_would_help_them(asked: LaunchWork, words: str) -> None:
    assert words in said(asked)


def test_a_launch_of_many_small_blocks_is_told_to_make_them_larger() -> None:
    """99 999 blocks at 0.83 a clock of 1590 MHz take 75.8 us, and the kernel starts in 1.94 us."""
    words = said(work(99_999), per_sm=16)

    assert "starting its blocks limits this launch: that alone takes 78 µs of 78 µs" in words
    assert "fewer and larger blocks would help" in words


def test_a_launch_that_only_l1_and_shared_memory_together_limit_is_told_of_both() -> None:
    """On an SM at 1590 MHz 100 000 clocks of each are 63 us; 9.6 million of 64 lanes are 94 us."""
    words = said(work(l1_turns=1e5, shared_wavefronts=1e5, fp32=9.6e6))

    assert "L1 cache and shared memory, which are one pipe of an SM, limit this launch" in words
    assert "63 µs and 63 µs are 126 µs of" in words


def test_what_would_limit_next_is_told_with_its_time() -> None:
    asked = work(l1_turns=1e5, shared_wavefronts=1e5, fp32=12.8e7)
    prediction = predict_work(asked, T4, 4, Calibration()).prediction
    words = runner_up_words(prediction)

    assert words is not None
    assert words.text.replace(THIN, " ").startswith(
        "Next would be L1 cache and shared memory: 126 µs of 1.3 ms"
    )
