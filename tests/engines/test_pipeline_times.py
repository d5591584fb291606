"""The model of a pipeline's order: one host, streams, and GPUs side by side."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz.cuda.train import Asked
from gpuviz.device import find_device
from gpuviz.engines.pipeline_times import modelled_events, seconds_as_graph
from gpuviz.engines.request import PipelineEvent
from gpuviz.model.calibration import load_calibration
from gpuviz.model.predict import predict_work
from gpuviz.model.transfer import copy_seconds
from gpuviz.trace import Prediction
from tests.model.works import work

T4 = find_device("t4")
KERNEL_S = 1e-3
QUEUE_S = load_calibration().launch_seconds
MEGABYTE_S = copy_seconds(T4, 1e6, load_calibration())
PINNED_S = copy_seconds(T4, 1e6, load_calibration(), pinned=True)


def launch(device: int = 0, stream: int = 0) -> Asked:
    return Asked("kernel", device, stream, name="k", launch=0)


def copy(kind: str = "h2d", device: int = 0, stream: int = 0, pinned: bool = False) -> Asked:
    waits = kind != "d2d" and (stream == 0 or not pinned)
    return Asked(
        kind,  # type: ignore[arg-type]
        device,
        stream,
        waits,
        "x",
        1_000_000,
        source=device if kind == "d2d" else None,
        pinned=pinned,
    )


def spans(*asked: Asked) -> list[tuple[float, float]]:
    found = modelled_events(asked, [KERNEL_S], T4)
    return [(event.start_s, event.end_s) for event in found]


def test_copies_and_launches_of_one_gpu_come_one_after_the_other() -> None:
    found = spans(copy(), launch(), launch(), copy("d2h"))

    ends = list(itertools.accumulate([MEGABYTE_S, KERNEL_S, KERNEL_S, MEGABYTE_S]))
    assert [end for _, end in found] == pytest.approx(ends)
    assert [start for start, _ in found] == pytest.approx([0, *ends[:-1]])


def test_a_second_gpu_begins_as_soon_as_the_host_has_asked() -> None:
    first, second = spans(launch(0), launch(1))

    assert first[0] == 0
    assert second[0] == pytest.approx(QUEUE_S)


def test_a_copy_back_holds_the_host_so_that_the_next_gpu_waits_too() -> None:
    *_, copied, launched = spans(launch(0), copy("d2h", 0), launch(1))

    assert launched[0] == pytest.approx(copied[1])


def test_synchronising_holds_the_host_for_one_gpu_only() -> None:
    first, _, after = spans(launch(0), launch(1), Asked("wait", 0, None, waits=True), launch(1))
    without = spans(launch(0), launch(1), launch(1))

    assert after[0] >= first[1]
    assert without[2][0] == pytest.approx(after[0], rel=0.01)  # GPU 1 was at work until then


def test_a_pinned_copy_in_a_stream_runs_beside_a_kernel_of_another_stream() -> None:
    kernel, copied = spans(launch(stream=1), copy(stream=2, pinned=True))

    assert copied[0] < kernel[1]
    assert copied[1] - copied[0] == pytest.approx(PINNED_S)


def test_a_copy_in_a_stream_from_ordinary_memory_holds_the_host() -> None:
    copied, kernel = spans(copy(stream=1), launch(stream=2))

    assert kernel[0] == pytest.approx(copied[1])


def test_the_default_stream_waits_for_the_others_and_they_for_it() -> None:
    copied, default, after = spans(
        copy(stream=1, pinned=True), launch(stream=0), copy("d2h", stream=1, pinned=True)
    )

    assert default[0] == pytest.approx(copied[1])
    assert after[0] == pytest.approx(default[1])


def test_a_stream_waits_for_the_event_of_another() -> None:
    mark = Asked("mark", 0, 1, mark=7)
    waits = Asked("wait-mark", 0, 2, mark=7)

    copied, kernel = spans(copy(stream=1, pinned=True), mark, waits, launch(stream=2))
    beside = spans(copy(stream=1, pinned=True), launch(stream=2))

    assert kernel[0] == pytest.approx(copied[1])
    assert beside[1][0] == pytest.approx(QUEUE_S)


def test_times_count_from_the_first_event() -> None:
    late = spans(launch(0), Asked("wait", 0, None, waits=True), launch(0))

    assert late[0][0] == 0


def predicted(kernel_s: float) -> Prediction:
    prediction = predict_work(work(1), T4, 4, load_calibration()).prediction
    return replace(prediction, kernel_s=kernel_s)


def test_a_graph_saves_the_difference_of_both_ways_to_launch_for_each_kernel() -> None:
    """RRZE: 1.94 us on a stream and 1.09 us in a graph."""
    asked = [copy(), launch(), launch(), launch(), copy("d2h")]
    whole = modelled_events(asked, [KERNEL_S], T4)[-1].end_s

    as_graph = seconds_as_graph(asked, [predicted(KERNEL_S)] * 3, T4)

    assert as_graph == pytest.approx(whole - 3 * (1.94e-6 - 1.09e-6))


def test_kernels_that_run_beside_each_other_save_it_side_by_side() -> None:
    asked = [launch(0), launch(1)]

    as_graph = seconds_as_graph(asked, [predicted(KERNEL_S)] * 2, T4)

    assert as_graph == pytest.approx(1.09e-6 + KERNEL_S - (1.94e-6 - 1.09e-6))


@pytest.mark.parametrize("predictions", [[], [predicted(1e-5)], [predicted(1e-5), None]])
def test_nothing_is_said_of_a_graph_of_one_launch_or_where_one_is_not_modelled(
    predictions: list[Prediction | None],
) -> None:
    asked = [replace(launch(), launch=row) for row in range(len(predictions))]

    assert seconds_as_graph(asked, predictions, T4) is None


anything = st.one_of(
    st.builds(launch, st.integers(0, 2), st.integers(0, 2)),
    st.builds(
        copy,
        st.sampled_from(["h2d", "d2h", "d2d"]),
        st.integers(0, 2),
        st.integers(0, 2),
        st.booleans(),
    ),
    st.builds(lambda gpu: Asked("wait", gpu, None, waits=True), st.integers(0, 2)),
)


@given(st.lists(anything, max_size=20))
def test_no_order_breaks_a_stream_or_does_two_things_on_one_unit(asked: list[Asked]) -> None:
    shown = [one for one in asked if one.kind != "wait"]

    events = modelled_events(asked, [KERNEL_S], T4)

    for (one, first), (other, second) in itertools.combinations(zip(shown, events, strict=True), 2):
        if one.device == other.device and ordered(one, other, first, second):
            assert second.start_s >= first.end_s * (1 - 1e-12)
    assert all(event.end_s > event.start_s >= 0 for event in events)


def ordered(one: Asked, other: Asked, first: PipelineEvent, second: PipelineEvent) -> bool:
    """Whether the second of two things on one GPU has to wait for the first."""
    same_stream = one.stream == other.stream or 0 in (one.stream, other.stream)
    units = [{"d2d": "kernel"}.get(event.kind, event.kind) for event in (first, second)]
    return same_stream or units[0] == units[1]
