"""A lesson file that is right, and ways to make it wrong."""

from __future__ import annotations

from pathlib import Path

from gpuviz.lesson import ReadLesson, parse_lesson

FRONT = """---
lesson: 90
title: A try
about: You know how a lesson is written.
operations: vector_add, matmul_tiled
---
"""
STEP = """
## Step {number}
set: operation = vector_add; block = 256
point: launch.block

A block of `256` threads has **eight** warps.

? Set the block to {block} threads. How many warps has it?
predict: 1 < 2* < 33
answer: block.x = {block}
hint: The field Block is in the panel Launch.
reveal: It has two warps,
  and the second one is not full.
"""
GOOD = FRONT + "".join(STEP.format(number=n, block=33 + n) for n in range(1, 6))
PATH = Path("mine.md")


def read(text: str) -> ReadLesson:
    return parse_lesson(text, PATH)


def said(text: str) -> list[str]:
    """All problems of a text, as a lecturer reads them."""
    return [problem.text for problem in read(text).problems]


def changed(old: str, new: str) -> str:
    """The good lesson with the first `old` replaced."""
    assert old in GOOD, old
    return GOOD.replace(old, new, 1)
