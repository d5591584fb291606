"""Lessons and kernels state no figure of modelled time: `{kernel_us}` comes from the launch itself.

What they say of times in words, test_claims_of_time.py computes again.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator

import pytest

from gpuviz.device import find_device, load_devices
from gpuviz.lesson import Lesson, lesson_files, read_lesson
from gpuviz.lesson.library import languages
from gpuviz.lesson.placeholders import PLACEHOLDER
from gpuviz.model.calibration import load_calibration
from gpuviz.model.transfer import copy_rate_gbs, copy_seconds
from gpuviz.places import resource_dir
from tests.lesson.launched import modelled
from tests.lesson.test_claims_of_time import CLAIMS, LIMITED, SAID_TO_LIMIT

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
ABOUT_TIME = re.compile(
    r"\b(?:(?:fast|slow|long)(?:er|est)|sooner|(?:times|twice|half) as (?:long|fast)|"
    r"as long as (?:one|before)|(?:micro|milli)seconds?|(?:of|half|twice) the time|the time|limits|"
    r"limited|waits? for memory|modelled|measured|nearly free|gigabytes a second|GB in a second)\b|"
    r"\{\w+_us\}",
    re.IGNORECASE,
)
NOT_A_CLAIM = {
    (1, 4): "why an SM holds more threads than it has CUDA cores",
    (1, 6): "the CPU is that of the reader, and measured",
    (2, 6): "a prediction that is wrong",
    (6, 1): "test_copies_and_memory_are_as_fast_as_lesson_6_says, and the lines of its sweep",
    (6, 3): "how a roofline is read",
    (6, 5): "test_the_lines_of_a_sweep_are_as_far_apart_as_lesson_6_says",
    (7, 7): "which index runs fastest",
    (8, 4): "lengths of bars",
    (9, 3): "lengths of sides",
    (11, 10): "lengths of rows",
    (12, 9): "three comparisons for four loads, on any GPU",
    (13, 2): "a line of launches",
    (13, 4): "three blocks for forty SMs",
    (13, 6): "late blocks: test_kernel_texts_of_time.py",
    (16, 5): "losses",
    (19, 7): "test_devices_are_far_apart_with_much_to_do_and_near_with_little",
    (27, 1): "test_latencies_are_those_of_the_device_table",
    (27, 4): "the same cycles",
    (28, 4): "compiling, and a clock that is raised",
    (28, 5): "test_pinned_memory_is_copied_as_much_faster_as_lesson_28_says",
    (28, 6): "measured by others: the entry of the H200 in assets/devices.toml",
    (29, 2): "what a format saves, without a figure",
    (22, 8): "GPUs that do not wait for threads that have ended",
    (29, 3): "sides that suit tensor cores, without a figure",
    (29, 6): "bytes of weights, without a launch",
    (30, 4): "a prediction that is wrong",
    (32, 5): "a figure of the launch",
    (33, 5): "a figure of the launch",
    (33, 7): "when an event is noted",
}
"""Steps that have words of time and no row in test_claims_of_time.py, by lesson and step."""


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


@pytest.mark.slow
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


@functools.cache
def lessons() -> tuple[Lesson, ...]:
    read = [read_lesson(path).lesson for path in lesson_files("en")]
    return tuple(lesson for lesson in read if lesson is not None)


def steps_about_time() -> set[tuple[int, int]]:
    """Lesson and step, from 1, of those in whose texts time is spoken of."""
    return {
        (lesson.number, number)
        for lesson in lessons()
        for number, step in enumerate(lesson.steps, 1)
        if ABOUT_TIME.search(
            " ".join(
                (
                    step.text,
                    step.question,
                    *(f"{guess.text} {guess.why_not}" for guess in step.guesses),
                    step.reveal,
                )
            ).replace("\n", " ")
        )
    }


def test_each_step_that_speaks_of_time_is_computed_again_or_says_why_not() -> None:
    computed = {(claim.lesson, claim.step) for claim in CLAIMS} | set(SAID_TO_LIMIT)
    computed |= {(int(path.stem[:2]), number) for path, number in LIMITED}

    assert steps_about_time() - computed == set(NOT_A_CLAIM)


def test_rates_of_devices_are_those_that_lessons_state() -> None:
    t4, h200, b200 = (find_device(name) for name in ("t4", "h200_sxm", "b200"))
    rtx5090, a100 = find_device("rtx5090"), find_device("a100_sxm_40")
    widest = sorted(load_devices().values(), key=lambda one: -one.mem_bw_gbs)

    assert round(h200.mem_bw_gbs / t4.mem_bw_gbs) == 15  # lesson 1
    assert widest[:2] == [b200, h200]  # lesson 6: one has a faster memory
    assert (b200.mem_bw_gbs, rtx5090.mem_bw_gbs) == pytest.approx((7672, 1792), abs=0.5)
    assert rtx5090.mem_bw_gbs < b200.mem_bw_gbs / 4
    assert rtx5090.boost_mhz > b200.boost_mhz
    assert (a100.fp64_lanes, rtx5090.fp64_lanes) == (32, 2)


def test_starting_a_kernel_takes_as_long_on_a_large_gpu() -> None:
    """Lesson 1, and lesson 19 with room for the smallest."""
    on_t4, on_h200 = (modelled("vector_add", "1000", name).launch_s for name in ("t4", "h200_sxm"))

    assert on_h200 == pytest.approx(on_t4, rel=CLOSE)


def test_each_launch_and_each_copy_costs_some_microseconds_as_lesson_14_says() -> None:
    constants = load_calibration()

    assert 1e-6 < constants.launch_seconds < 1e-5
    assert 1e-6 < constants.copy_seconds < 1e-5


def test_pinned_memory_is_copied_faster_as_the_glossary_says() -> None:
    constants = load_calibration()

    for device in load_devices().values():
        if device.pcie_gbs is not None:
            pinned = copy_seconds(device, 1e6, constants, pinned=True)
            assert pinned < copy_seconds(device, 1e6, constants)


def test_pinned_memory_is_copied_as_much_faster_as_lesson_28_says() -> None:
    t4, constants = find_device("t4"), load_calibration()
    rates = [copy_rate_gbs(t4, constants, pinned=pinned) for pinned in (False, True)]
    assert rates[0] is not None
    assert rates[1] is not None

    assert round(rates[1] / rates[0], 1) == 1.4


@pytest.mark.parametrize("language", languages())
def test_latencies_are_those_of_the_device_table(language: str) -> None:
    """Lesson 27 names each with its cycles, between backticks."""
    path = next(one for one in lesson_files(language) if one.name.startswith("27_"))
    cycles = [int(found) for found in re.findall(r"`[^`]+ (\d+)`", path.read_text("utf-8"))]
    lat = find_device("a100_sxm_40").lat

    assert cycles == [lat.alu, lat.shared, lat.l1, lat.l2, lat.dram]


def test_caches_are_as_large_as_lesson_27_says() -> None:
    t4, h200 = find_device("t4"), find_device("h200_sxm")

    assert t4.unified_l1_kb == 96
    assert [one.l2_bytes / 2**20 for one in (t4, h200)] == [4, 50]


def test_devices_have_room_for_as_many_weights_as_lesson_29_says() -> None:
    needed = 7e9 * 16
    by_memory = sorted(load_devices().values(), key=lambda one: one.mem_bytes)

    assert needed == 112e9
    assert next(one.id for one in by_memory if one.mem_bytes > needed) == "h200_sxm"


def test_shared_memory_answers_before_l2_and_dram_as_the_glossary_says() -> None:
    for device in load_devices().values():
        assert device.lat.shared < device.lat.l2 < device.lat.dram
