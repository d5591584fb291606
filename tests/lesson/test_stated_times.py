"""Lessons and kernels state no figure of modelled time: `{kernel_us}` comes from the launch itself.

What they say of times in words, test_claims_of_time.py computes again.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from gpuviz.device import find_device
from gpuviz.lesson import lesson_files
from gpuviz.lesson.library import languages
from gpuviz.lesson.placeholders import PLACEHOLDER
from gpuviz.model.calibration import load_calibration
from gpuviz.places import resource_dir

UNITS = {
    "ns|nanoseconds?|纳秒": 1e-9,
    "[µμu]s|microseconds?|微秒": 1e-6,
    "ms|milliseconds?|毫秒": 1e-3,
    "s|seconds?|秒": 1.0,
}
NUMBER = r"(\d+(?:[.,]\d+)*)\s*(?:[-–]\s*\d+\s*)?"
FIGURES = {
    re.compile(NUMBER + f"(?:{unit})(?![A-Za-z])"): seconds for unit, seconds in UNITS.items()
}
IN_WORDS = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|"
    r"hundred|thousand|million) (?:nano|micro|milli)seconds?|"
    r"[一二两三四五六七八九十百千万](?:纳|微|毫)秒"
)
OTHER_SOURCES = {
    "14_preparing_data": 1 / 60,  # a frame of 60 in a second
    "video_frames": 1 / 60,
    "20_the_software_stack": load_calibration().launch_seconds,  # what any launch costs
}
"""Seconds that are no result of a modelled launch, by the file that states them."""
CLOSE = 0.15  # of what a figure rounds


def texts() -> Iterator[tuple[str, str]]:
    """Every lesson, and the docstring of every kernel file, with its name."""
    for language in languages():
        yield from ((path.stem, path.read_text("utf-8")) for path in lesson_files(language))
    for path in sorted(resource_dir("kernels").glob("*.py")):
        yield path.stem, ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""


def stated(text: str) -> list[float]:
    """The times that stand in a text as figures, in seconds; NaN for those in words."""
    bare = PLACEHOLDER.sub("", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    found = [
        float(match[1].replace(",", "")) * seconds
        for figure, seconds in FIGURES.items()
        for match in figure.finditer(bare)
    ]
    return found + [float("nan")] * len(IN_WORDS.findall(bare))


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("It takes 46 microseconds instead of 2.5.", [46e-6]),
        ("About 2\u202fµs, or 0.19 ms.", [2e-6, 0.19e-3]),
        ("用时 43 微秒，而不是 1.4毫秒。", [43e-6, 1.4e-3]),
        ("It takes {kernel_us}; 60 frames a second, some 8 GB in a second.", []),
        ("每秒 60 帧，每秒约 8 GB，只要几微秒。", []),
        ("The 2 seconds of 4 SMs.", [2.0]),
    ],
)
def test_figures_of_time_are_found_in_both_languages(text: str, seconds: list[float]) -> None:
    assert sorted(stated(text)) == pytest.approx(sorted(seconds))


def test_a_time_in_words_is_found_too() -> None:
    assert len(stated("It takes two microseconds.")) == len(stated("要两微秒。")) == 1


def test_no_lesson_and_no_kernel_states_a_modelled_time_as_a_figure() -> None:
    wrong = [
        (name, seconds)
        for name, text in texts()
        for seconds in stated(text)
        if seconds != pytest.approx(OTHER_SOURCES.get(name, 0.0), rel=CLOSE)
    ]

    assert wrong == [], "write {kernel_us}, or a factor with a row in test_claims_of_time.py"


def test_copies_and_memory_are_as_fast_as_lesson_6_says() -> None:
    t4, constants = find_device("t4"), load_calibration()
    assert t4.pcie_gbs is not None

    assert constants.pageable_share * t4.pcie_gbs == pytest.approx(8, rel=CLOSE)
    assert t4.mem_bw_gbs == pytest.approx(320, rel=0.01)
