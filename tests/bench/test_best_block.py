"""Which block of a sweep is the fastest, in words."""

from __future__ import annotations

from gpuviz.bench.best_block import best_blocks, block_words
from gpuviz.launch import Dim3
from tests.bench.sweep_points import with_blocks

SLOW, QUICK, AS_QUICK = (Dim3(32), 3e-6), (Dim3(16, 16), 1.0e-6), (Dim3(512), 1.01e-6)


def test_the_fastest_block_is_named_with_its_warps_and_their_limit() -> None:
    points = with_blocks([SLOW, QUICK])

    assert [message.text for message in block_words(points)] == [
        "Blocks of 16 × 16 threads are the fastest. With them an SM holds 32 of at most 32 warps,"
        " limited by warps.",
        "The slowest, 32, take 3.0 times as long.",
    ]


def test_blocks_within_two_percent_are_equally_fast_in_the_order_of_the_sweep() -> None:
    points = with_blocks([AS_QUICK, SLOW, QUICK])

    assert [point.index for point in best_blocks(points)] == [2, 0]
    assert block_words(points)[0].text.startswith("Blocks of 512, 16 × 16 threads are equally fast")


def test_blocks_that_are_all_the_same_have_no_slowest() -> None:
    points = with_blocks([(Dim3(32), 1e-6), (Dim3(64), 1e-6)])

    (words,) = block_words(points)
    assert "16 to 32 of at most 32 warps" in words.text


def test_a_block_that_is_hundreds_of_times_slower_is_said_without_an_exponent() -> None:
    points = with_blocks([(Dim3(32), 345e-6), (Dim3(64), 1e-6)])

    assert block_words(points)[1].text == "The slowest, 32, take 345 times as long."


def test_blocks_without_a_time_are_left_out() -> None:
    points = with_blocks([(Dim3(64), None), QUICK])

    assert [point.index for point in best_blocks(points)] == [1]
    assert best_blocks(points[:1]) == ()
    assert block_words(points[:1])[0].code == "best-block.unknown"
