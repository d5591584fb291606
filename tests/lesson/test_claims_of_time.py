"""What lessons say of times in words stays true, with room for the next correction of the model.

Each row plays the launches of a step. Figures come from the launch: test_stated_times.py.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from gpuviz.device import load_devices
from gpuviz.lesson import FACTS, Lesson, ObservedState, lesson_files, read_lesson
from tests.lesson.launched import LaunchedStep, launched, modelled

pytestmark = pytest.mark.slow
MARGIN = 1.3  # of what limits a launch over what comes next


@dataclass(frozen=True)
class Claim:
    """What a step of a lesson says of the time before and after its answer."""

    lesson: int
    step: int
    words: str
    read: Callable[[LaunchedStep], float]
    least: float
    most: float


def fact(name: str, seen: ObservedState | None) -> float:
    """A number of the launch."""
    assert seen is not None
    number = FACTS[name].read(seen)
    assert isinstance(number, int | float), name
    return number


def times(name: str) -> Callable[[LaunchedStep], float]:
    """The number after the answer, in those before it."""
    return lambda step: fact(name, step.after) / fact(name, step.before)


def copies(seen: ObservedState | None) -> float:
    """Microseconds of both copies."""
    return fact("h2d_us", seen) + fact("d2h_us", seen)


def whole(seen: ObservedState | None) -> float:
    """Microseconds of the kernel with its copies."""
    return fact("kernel_us", seen) + copies(seen)


def demands(seen: ObservedState | None) -> dict[str, float]:
    """Seconds by what they are spent on, those of starting a kernel among them."""
    assert seen is not None
    assert seen.trace is not None
    prediction = seen.trace.prediction
    assert prediction is not None
    found = {str(one.resource): one.seconds for one in prediction.demands}
    return found | {"launch": prediction.launch_s}


def share(name: str, seen: ObservedState | None) -> float:
    """Of the time of a kernel, what one of its demands takes."""
    return demands(seen)[name] / fact("kernel_us", seen) * 1e6


def times_in_c(seen: ObservedState | None) -> float:
    """How many times as fast a kernel is in CUDA C, which instructions have to limit."""
    assert seen is not None
    assert FACTS["limiter"].read(seen) in ("int32", "issue")
    return fact("kernel_us", seen) / fact("c_kernel_us", seen)


def times_in_c_before(step: LaunchedStep) -> float:
    """The kernel after the answer, which no instructions limit, in times of CUDA C before it."""
    assert step.after is not None
    assert FACTS["limiter"].read(step.after) not in ("int32", "issue")
    return fact("kernel_us", step.after) / fact("c_kernel_us", step.before)


KERNEL, PIPELINE = times("kernel_us"), times("pipeline_us")
CLAIMS = [
    Claim(1, 2, "some microseconds", lambda s: fact("kernel_us", s.after), 1, 20),
    Claim(1, 2, "most of that only to start", lambda s: share("launch", s.after), 0.6, 1),
    Claim(1, 3, "about 20 times", KERNEL, 12, 35),
    Claim(1, 3, "most of the time was the start", lambda s: share("launch", s.before), 0.6, 0.95),
    Claim(1, 7, "more than 10 times", lambda s: 1 / KERNEL(s), 11, 25),
    Claim(2, 1, "the longest: the copy to the device", lambda s: h2d_lead(s.after), 1.5, 4),
    Claim(2, 3, "less than half of six times as long", PIPELINE, 1.1, 2.8),
    Claim(2, 4, "about four times as long", KERNEL, 3, 5),
    Claim(6, 2, "the copies nearly all", lambda s: copies(s.before) / whole(s.before), 0.9, 1),
    Claim(6, 2, "more than half is left", lambda s: whole(s.after) / whole(s.before), 0.55, 0.9),
    Claim(6, 2, "only: the kernel", lambda s: 1 / KERNEL(s), 5, 50),
    Claim(6, 4, "the copies longer", lambda s: copies(s.before) / whole(s.before), 0.6, 1),
    Claim(6, 4, "now the kernel", lambda s: fact("kernel_us", s.after) / copies(s.after), 1.3, 9),
    Claim(6, 6, "about half of the time", lambda s: fact("copy_share", s.before), 38, 65),
    Claim(6, 6, "falls to less than half of that", times("copy_share"), 0.1, 0.46),
    Claim(7, 9, "about one and a half times", KERNEL, 1.3, 1.9),
    Claim(9, 4, "in C less, and indices are the reason", lambda s: times_in_c(s.after), 1.5, 6),
    Claim(9, 5, "less than half as long", KERNEL, 0.15, 0.48),
    Claim(9, 10, "shared memory takes longest", lambda s: share("shared", s.before), 0.6, 1),
    Claim(9, 10, "about a third", KERNEL, 0.2, 0.45),
    Claim(10, 2, "less than 4 times as long", KERNEL, 1, 3.5),
    Claim(10, 4, "less time than the forward pass", KERNEL, 0.1, 0.8),
    Claim(10, 6, "2 to 3 times as long", KERNEL, 2.1, 2.9),
    Claim(10, 7, "much of each launch is overhead", lambda s: overhead(s.after), 0.3, 1),
    Claim(11, 2, "much of it the launch itself", lambda s: share("launch", s.before), 0.3, 1),
    Claim(11, 2, "nearly all of it additions", lambda s: share("atomics", s.after), 0.8, 1.01),
    Claim(11, 5, "much less than one line", lambda s: less_than_one_line(s.after), 5, 500),
    Claim(11, 8, "no longer", KERNEL, 0.9, 1.2),
    Claim(12, 3, "no shorter", KERNEL, 0.93, 1.5),
    Claim(12, 3, "most of it goes into starting", lambda s: share("launch", s.before), 0.5, 1),
    Claim(12, 4, "the second convolution the longest", lambda s: launch_lead(s.after), 1.3, 9),
    Claim(12, 7, "about twice as long", PIPELINE, 1.4, 2.6),
    Claim(13, 5, "less than twice as long", PIPELINE, 1, 1.8),
    Claim(13, 7, "about doubles", KERNEL, 1.4, 2.6),
    Claim(14, 6, "copies more than kernels", lambda s: fact("copy_share", s.after), 53, 100),
    Claim(14, 7, "less than twice as long", PIPELINE, 1, 1.8),
    Claim(15, 2, "hardly any difference", lambda s: mixed_in_plain(s.after), 0.8, 1.2),
    Claim(16, 1, "less than five times", KERNEL, 1.2, 4.5),
    Claim(16, 3, "several times as long", PIPELINE, 2, 8),
    Claim(16, 6, "about as fast as one", PIPELINE, 0.6, 1.5),
    Claim(17, 3, "not nearly free: another layer", PIPELINE, 1.3, 3),
    Claim(17, 5, "about half is saved", lambda s: of_a_frozen_base(s.after), 1.6, 2.6),
    Claim(17, 6, "nearly free: more pictures", PIPELINE, 1, 1.3),
    Claim(19, 2, "about three times as long", KERNEL, 2, 4.5),
    Claim(19, 4, "more than a half longer", KERNEL, 1.55, 2.6),
    Claim(19, 5, "several times as fast", lambda s: 1 / KERNEL(s), 3, 9),
    Claim(19, 8, "most is copies", lambda s: copies(s.before) / whole(s.before), 0.7, 1),
    Claim(19, 8, "less than a third", lambda s: whole(s.after) / whole(s.before), 0, 0.28),
    Claim(19, 8, "several times as long", KERNEL, 2.5, 9),
    Claim(20, 5, "nothing longer than the start", lambda s: share("launch", s.before), 0.6, 1),
    Claim(21, 3, "about 3 times as long", KERNEL, 2.2, 4),
    Claim(21, 3, "in CUDA C about 8 times", times_in_c_before, 5.5, 11),
    Claim(21, 8, "it stays", KERNEL, 0.9, 1.15),
    Claim(28, 1, "nearly half are copies", lambda s: fact("copy_share", s.before), 43, 50),
    Claim(25, 4, "so much longer", KERNEL, 3, 15),
    Claim(26, 1, "less than twice its time", KERNEL, 1, 1.9),
    Claim(26, 6, "less than twice as long", PIPELINE, 1, 1.8),
    Claim(32, 9, "the second convolution the longest", lambda s: launch_lead(s.after), 1.3, 9),
    Claim(35, 5, "dense takes the largest share", lambda s: kernel_lead("dense", s.after), 1.2, 9),
    Claim(33, 2, "longer than half a millisecond", lambda s: fact("d2h_us", s.after), 650, 5000),
]


def h2d_lead(seen: ObservedState | None) -> float:
    """The copy to the device in times of the longest of the others."""
    return fact("h2d_us", seen) / max(fact("kernel_us", seen), fact("d2h_us", seen))


def launch_lead(seen: ObservedState | None) -> float:
    """The launch on the stage in times of the longest of the others."""
    assert seen is not None
    assert seen.result is not None
    assert seen.launch is not None
    kernels = {
        event.launch: event.end_s - event.start_s
        for event in seen.result.events
        if event.launch is not None
    }
    own = kernels.pop(seen.launch - 1)
    return own / max(kernels.values())


def kernel_lead(name: str, seen: ObservedState | None) -> float:
    """All launches of a kernel in times of those of the kernel that comes next."""
    assert seen is not None
    assert seen.result is not None
    spent: defaultdict[str, float] = defaultdict(float)
    for trace in seen.result.launches:
        assert trace.prediction is not None
        spent[trace.kernel] += trace.prediction.kernel_s
    own = spent.pop(name)
    return own / max(spent.values())


def overhead(seen: ObservedState | None) -> float:
    """Of the time of all launches of a pipeline, what starting them takes."""
    assert seen is not None
    assert seen.result is not None
    predictions = [trace.prediction for trace in seen.result.launches if trace.prediction]
    return sum(one.launch_s for one in predictions) / sum(one.kernel_s for one in predictions)


def of_a_frozen_base(seen: ObservedState | None) -> float:
    """A training in times of the one in which a single layer learns."""
    return fact("pipeline_us", seen) / fact("pipeline_us", launched(lesson_of(17), 6).before)


def less_than_one_line(seen: ObservedState | None) -> float:
    """The sum with one atomic addition for each element, in times of this one."""
    return modelled("sum_atomic", "65536", "t4").kernel_s / fact("kernel_us", seen) * 1e6


def mixed_in_plain(seen: ObservedState | None) -> float:
    """This launch in times of the plain product of matrices."""
    return fact("kernel_us", seen) * 1e-6 / modelled("matmul_naive", "64", "t4").kernel_s


@functools.cache
def lesson_of(number: int) -> Lesson:
    path = next(one for one in lesson_files("en") if one.stem.startswith(f"{number:02}_"))
    lesson = read_lesson(path).lesson
    assert lesson is not None
    return lesson


@pytest.mark.parametrize(
    "claim", CLAIMS, ids=lambda claim: f"{claim.lesson:02}-{claim.step}-{claim.words}"
)
def test_what_a_step_says_of_times_is_so_by_a_margin(claim: Claim) -> None:
    number = claim.read(launched(lesson_of(claim.lesson), claim.step))

    assert claim.least <= number <= claim.most


LIMITED = [
    (path, number)
    for path in lesson_files("en")
    for number, step in enumerate(read_lesson(path).lesson.steps, 1)  # type: ignore[union-attr]
    if any(part.fact.name == "limiter" for part in step.answer.parts)
]


@pytest.mark.parametrize(
    ("path", "number"), LIMITED, ids=[f"{path.stem[:2]}-{number}" for path, number in LIMITED]
)
def test_what_limits_a_launch_does_so_by_a_margin(path: Path, number: int) -> None:
    lesson = lesson_of(int(path.stem[:2]))
    (wanted,) = [
        str(part.value)
        for part in lesson.steps[number - 1].answer.parts
        if part.fact.name == "limiter"
    ]

    after = demands(launched(lesson, number).after)

    own = after.pop(wanted)
    assert own > MARGIN * max(after.values())


IN_AN_SM = {"issue", "int32", "fp32", "l1", "shared"}


SAID_TO_LIMIT = {
    (1, 7): {"dram"},  # the kernel waits for memory
    (15, 2): IN_AN_SM - {"shared"},  # instructions and not bytes
    (19, 1): {"dram"},  # bandwidth
    (19, 2): {"dram"},  # its memory
    (19, 3): IN_AN_SM | {"latency"},  # the SMs themselves
    (32, 7): {"dram"},  # it waits for memory
}


@pytest.mark.parametrize(
    ("lesson", "step", "limiters"), [(*place, names) for place, names in SAID_TO_LIMIT.items()]
)
def test_what_a_step_says_limits_its_launch_does(
    lesson: int, step: int, limiters: set[str]
) -> None:
    after = demands(launched(lesson_of(lesson), step).after)

    within = max(seconds for name, seconds in after.items() if name in limiters)
    without = max(seconds for name, seconds in after.items() if name not in limiters)
    assert within > without


def test_ten_thousand_elements_are_limited_by_their_launch() -> None:
    """Lesson 1: with 100 000 memory does, and with fewer it does not."""
    assert modelled("vector_add", "10000", "t4").limiter == "launch"


@pytest.mark.parametrize(
    ("operation", "size", "least", "most"),
    [
        pytest.param("vector_add", "4194304", 20, 45, id="about-30-times"),
        pytest.param("matmul_naive", "256", 1.4, 2.8, id="about-2-times"),
    ],
)
def test_the_lines_of_a_sweep_are_as_far_apart_as_lesson_6_says(
    operation: str, size: str, least: float, most: float
) -> None:
    found = modelled(operation, size, "t4")
    assert found.h2d_s is not None
    assert found.d2h_s is not None

    apart = (found.kernel_s + found.h2d_s + found.d2h_s) / found.kernel_s

    assert least < apart < most


def fastest_first(operation: str, size: str) -> dict[str, float]:
    """Seconds of a launch on each device."""
    found = {name: modelled(operation, size, name).kernel_s for name in load_devices()}
    return dict(sorted(found.items(), key=lambda row: row[1]))


@pytest.mark.parametrize(
    ("operation", "size", "device"),
    [("saxpy", "4000000", "b200"), ("matmul_tiled", "480", "rtx5090")],
)
def test_the_device_of_lesson_19_is_the_fastest(operation: str, size: str, device: str) -> None:
    (first, best), (_, second), *_ = fastest_first(operation, size).items()

    assert first == device
    assert second > 1.1 * best


def test_at_512_the_b200_is_ahead_of_the_rtx_5090() -> None:
    seconds = fastest_first("matmul_tiled", "512")

    assert seconds["rtx5090"] > 1.1 * seconds["b200"]


def test_devices_are_far_apart_with_much_to_do_and_near_with_little() -> None:
    many = [*fastest_first("vector_add", "4000000").values()]
    few = [*fastest_first("vector_add", "1000").values()]

    assert many[-1] / many[0] > 35
    assert few[-2] / few[0] < 1.3  # all but the smallest
    assert few[-1] / few[0] < 2
