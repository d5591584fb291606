"""Answers to puzzles, graded in this process."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from gpuviz.device import find_device
from gpuviz.engines.grader import grade
from gpuviz.engines.grading import Grading
from gpuviz.lesson.puzzle import Puzzle
from gpuviz.worker.jobs import unheard


def graded(puzzle: Puzzle, text: str, patience_s: float = 10.0) -> Grading:
    """What comes of the text of a student's file."""
    file = Path(f"answer{puzzle.suffix}").absolute()
    request = puzzle.request(1, file, text, find_device("t4"))
    return grade(replace(request, patience_s=patience_s), unheard)


def said(grading: Grading) -> str:
    """All that is said of an answer."""
    return " ".join(message.text for message in grading.messages)
