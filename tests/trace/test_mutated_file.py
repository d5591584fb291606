"""A recording with anything changed in it is refused in a sentence, or can be drawn."""

from __future__ import annotations

import json
import random
import warnings
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.cli import main
from gpuviz.device import find_device
from gpuviz.engines.modelled import with_modelled_times
from gpuviz.insight.order import instant_at, order_of
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message, RequestRefused
from gpuviz.scene.launch.run_facts import limiter_facts
from gpuviz.scene.stage.camera import camera_before
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.theme import DARK
from gpuviz.trace import Counters, InC, Placement, Times, Trace
from gpuviz.trace.file import load_trace, save_trace
from gpuviz.trace.perfetto import perfetto_lines
from gpuviz.trace.prediction import Demand
from gpuviz.trace.validate import faults
from gpuviz.ui.stage.paint import measure
from tests.helpers import traces
from tests.helpers.predictions import ON_T4
from tests.trace.examples import bare, hazard, members_of
from tools.fuzzing.members import MUTATIONS
from tools.fuzzing.zips import zipped

SEEDS = 150


def draw(trace: Trace) -> None:
    """Compose the stage at the beginning, in the middle and at the end; a warning is an error."""
    order = order_of(trace)
    facts = StageFacts(trace, order)
    moments = (0, len(order) // 2, None) if order is not None else (None,)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for chosen in ((), (0, 0)):
            camera = camera_before(facts, 900, 700, DARK, measure, *chosen)
            for moment in moments:
                camera.scene(instant_at(order, moment))


def tell(trace: Trace) -> None:
    """Say when and where its blocks ran, and what limits it; a warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if trace.placement is not None:
            json.loads("".join(perfetto_lines(trace)), parse_constant=pytest.fail)
        limiter_facts(trace, find_device("t4"))


T4 = find_device("t4")
COUNTED = replace(traces.vector_add(n=3000, block=32), counters=Counters())
MODELLED = with_modelled_times(COUNTED, T4, (8e3, 4e3))
assert MODELLED.prediction is not None
IN_C = replace(MODELLED.prediction, in_c=InC(1e-5, "l1", is_compiled=True))
MODELLED = replace(MODELLED, prediction=IN_C)
MINE = replace(MODELLED, device_id="x_mine", device=replace(T4, id="x_mine"))


@pytest.mark.slow
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    "trace",
    [traces.vector_add(n=100, block=64), traces.matmul_tiled(), MINE],
)
def test_a_mutated_recording_is_refused_or_can_be_drawn(trace: Trace, tmp_path: Path) -> None:
    members, file = members_of(tmp_path / "good.gpuviz", trace), tmp_path / "mutated.gpuviz"
    refusals, drawn = [], 0

    for seed in range(SEEDS):
        chance = random.Random(seed)
        mutate = MUTATIONS[chance.choice([*MUTATIONS, *["another value"] * 4])]
        file.write_bytes(zipped(mutate(dict(members), chance)))
        try:
            found = load_trace(file)
        except RequestRefused as refusal:
            refusals.append(str(refusal))
        else:
            draw(found)
            tell(found)
            drawn += 1

    assert min(len(refusals), drawn) > SEEDS // 10
    assert [text for text in refusals if "\n" in text or "cannot be opened" not in text] == []


def numbers(*values: float) -> np.ndarray[Any, np.dtype[np.float32]]:
    return np.resize(np.array(values, np.float32), 1000)


@pytest.mark.slow
@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize(
    "trace",
    [
        traces.vector_add(n=1, block=1),
        traces.vector_add(n=3000, block=1),
        bare(config=LaunchConfig(Dim3(100_000), Dim3(1))),
        bare(config=LaunchConfig(Dim3(1), Dim3(1))),
        replace(traces.vector_add(), outputs={}, last_writer={}),
        replace(traces.vector_add(), outputs={"c": numbers(np.nan)}),
        replace(traces.vector_add(), outputs={"c": numbers(np.inf, -np.inf, 1)}),
        replace(traces.vector_add(), outputs={"c": numbers(3e38, -3e38, np.nan)}),
        replace(traces.without_steps(traces.vector_add()), outputs={"c": numbers(np.nan, 1)}),
    ],
    ids=[
        "one thread",
        "3000 blocks of one thread",
        "100000 blocks of one thread",
        "one thread without steps",
        "nothing stored",
        "NaN",
        "infinities",
        "huge",
        "NaN without steps",
    ],
)
def test_an_unusual_launch_can_be_drawn(trace: Trace) -> None:
    draw(trace)


@pytest.mark.usefixtures("qapp")
def test_a_kernel_whose_source_does_not_parse_can_be_drawn() -> None:
    trace = traces.vector_add()
    (function,) = trace.functions

    draw(replace(trace, functions=(replace(function, text="def ((("),)))


def with_masks(trace: Trace, table: str, mask: int) -> Trace:
    rows = getattr(trace, table)
    masks = rows.mask.copy()
    masks[-1] = mask
    return replace(trace, **{table: replace(rows, mask=masks)})


def with_placement(start: float, end: float) -> Trace:
    column = np.array([start, 0.0]), np.array([end, 1.0])
    return bare(placement=Placement(np.zeros(2, np.int32), *column, "modelled"))


def predicted(**changed: Any) -> Trace:
    return bare(prediction=replace(ON_T4, **changed))


HALF_WARP = traces.vector_add(n=60, block=48)
NOTE = Message("note", "{n} of {m}", {"n": 1})
WIDE = Message("note", "{n:999999999}", {"n": 1})


@pytest.mark.parametrize(
    ("trace", "fault"),
    [
        (with_masks(HALF_WARP, "steps", 0), "lanes that its warp does not have, or none"),
        (with_masks(HALF_WARP, "steps", 1 << 16), "lanes that its warp does not have, or none"),
        (with_masks(HALF_WARP, "values", 1 << 31), "a value belongs to lanes"),
        (bare(config=LaunchConfig(Dim3(2**31 - 1, 65535), Dim3(32))), "140735340806145 blocks"),
        (bare(config=LaunchConfig(Dim3(2), Dim3(1025))), "1025 threads"),
        (bare(registers_per_thread=-1), "less than no registers"),
        (bare(times=Times("measured", kernel_s=float("nan"))), "infinite or no number"),
        (bare(times=Times("modelled", h2d_s=-1.0)), "a time is negative"),
        (bare(times=Times("modelled", kernel_s=1e300)), "a time is negative, infinite"),
        (predicted(tail=float("nan")), "a time is negative, infinite"),
        (predicted(in_c=InC(-1.0, "l1", is_compiled=True)), "a time is negative, infinite"),
        (predicted(flops=-1.0), "a time is negative, infinite"),
        (predicted(blocks_per_sm=10**400), "a time is negative, infinite"),
        (predicted(demands=(Demand("dram", float("inf")),)), "a time is negative, infinite"),
        (predicted(limiter="launch"), "what limits it, launch, is none of what it asks for"),
        (predicted(demands=()), "what limits it, dram, is none of what it asks for"),
        (with_placement(0.0, float("inf")), "starts or ends at no time"),
        (with_placement(float("nan"), 1.0), "starts or ends at no time"),
        (bare(device=replace(T4, sm_count=10**9)), "sm_count has to be a whole number from 1 to"),
        (bare(device=replace(T4, boost_mhz=float("nan"))), "boost_mhz has to be a number from 50"),
        (bare(device=replace(T4, cc="x")), "of its device, cc has to be two numbers"),
        (bare(device=replace(T4, id="l4")), "describes the device l4 and is of t4"),
        (bare(notes=(NOTE,)), "lacks its values"),
        (bare(notes=(WIDE,)), "lacks its values"),
        (bare(hazards=(hazard(message=NOTE),)), "lacks its values"),
    ],
)
def test_what_cannot_have_happened_is_a_fault(trace: Trace, fault: str) -> None:
    assert fault in " ".join(map(str, faults(trace)))


def test_a_good_recording_has_no_fault() -> None:
    for trace in (HALF_WARP, traces.matmul_tiled(), bare(hazards=(hazard(),))):
        assert list(faults(trace)) == []


@pytest.mark.parametrize("command", [["export", "{}", "--png", "a.png"], ["app", "{}"]])
@pytest.mark.parametrize("damage", ["cut off", "no manifest", "text"])
def test_a_bad_file_is_one_sentence_of_the_command_line(
    command: list[str],
    damage: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gpuviz.cli.app.check_display", lambda environ: None)
    file = Path("bad.gpuviz")
    save_trace(traces.vector_add(), file)
    if damage == "cut off":
        file.write_bytes(file.read_bytes()[:-300])
    elif damage == "no manifest":
        with zipfile.ZipFile(file, "w") as empty:
            empty.writestr("a.txt", "a")
    else:
        file.write_text("def kernel(): pass")

    assert main([word.format(file) for word in command]) == 2

    text = capsys.readouterr().err
    assert text.startswith("gpuviz: bad.gpuviz cannot be opened: ")
    assert text.count("\n") == 1
