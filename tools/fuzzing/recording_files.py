"""Odd recordings: refused in a sentence, or shown as the window shows it."""

from __future__ import annotations

import os
import random
import warnings
from contextlib import suppress
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from gpuviz.device import find_device
from gpuviz.insight.branches import divergences
from gpuviz.insight.colourings import Colouring, numbers
from gpuviz.insight.first_look import thread_to_show
from gpuviz.insight.hazard_moments import hazard_moments, hazard_parties
from gpuviz.insight.line_costs import line_costs
from gpuviz.insight.memory_costs import array_reads
from gpuviz.insight.order import instant_at, order_of
from gpuviz.insight.summary import trace_bytes
from gpuviz.insight.thread_totals import thread_totals
from gpuviz.insight.timeline import timeline_of
from gpuviz.insight.traffic import site_traffic
from gpuviz.messages import GpuvizError, RequestRefused
from gpuviz.scene.launch.run_facts import limiter_facts
from gpuviz.scene.sheet import sheet_of
from gpuviz.scene.stage.camera import camera_before
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.theme import DARK
from gpuviz.trace import Trace
from gpuviz.trace.file import load_trace
from gpuviz.trace.perfetto import perfetto_lines
from gpuviz.ui.export.pictures import save_picture
from gpuviz.ui.stage.paint import measure
from tools.fuzzing.kinds import checked_sentence, one_json_object, sentence
from tools.fuzzing.members import MUTATIONS
from tools.fuzzing.odd import odd_bytes
from tools.fuzzing.recordings import case, names

SLOW = {"growing", "lying", "many notes", "crowded", "long columns", "nested zips", "many rows"}
"""Mutations that take long to make: one of a hundred cases."""
WIDTH, HEIGHT = 900, 700  # of the picture


def make(chance: random.Random) -> bytes:
    """One of the mutations, most often one of a value or a column."""
    seed = chance.getrandbits(48)
    if chance.random() < 0.01:
        return case(chance.choice(sorted(SLOW)), seed)
    quick = [name for name in names() if name not in SLOW]
    data = case(chance.choice([*quick, *[*MUTATIONS] * 3]), seed)
    return odd_bytes(data, chance) if chance.random() < 0.05 else data


def judge(data: bytes, folder: Path, *, closely: bool) -> str:
    """What is accepted can be told; closely: also drawn and saved as a picture."""
    path = folder / "fuzzed.gpuviz"
    path.write_bytes(data)
    try:
        trace = load_trace(path)
    except GpuvizError as error:
        sentence(error)
        return "refused"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        order = order_of(trace)
        _tell(trace, order)
        if closely:
            _draw(trace, order, folder / "picture.svg")
    return "shown" if closely else "accepted"


def _tell(trace: Trace, order: Any) -> None:
    """All that is said of a launch without choosing anything."""
    with suppress(RequestRefused):  # there is no timeline
        one_json_object("".join(perfetto_lines(trace)))
    device = find_device("t4")
    limiter_facts(trace, device)
    timeline_of(trace, device)
    site_traffic(trace)
    array_reads(trace)
    trace_bytes(trace)
    line_costs(trace, divergences(trace))
    thread_totals(trace, *(thread_to_show(trace) or (0, 0)))
    for colouring in Colouring:
        numbers(trace, order, colouring)
    for message in trace.notes:
        checked_sentence(message.text)
    for hazard in trace.hazards[:20]:
        hazard_parties(trace, hazard)
        if order is not None:
            hazard_moments(trace, order, hazard)
    for number in (0, trace.config.block.size - 1):
        thread_totals(trace, trace.config.blocks - 1, number)


def _draw(trace: Trace, order: Any, path: Path) -> None:
    """The stage at its beginning, in the middle and at the end, from afar and near."""
    _application()
    facts = StageFacts(trace, order)
    moments = (0, len(order) // 2, None) if order is not None else (None,)
    for chosen in ((), (0, 0)):
        camera = camera_before(facts, WIDTH, HEIGHT, DARK, measure, *chosen)
        for moment in moments:
            camera.scene(instant_at(order, moment))
    sheet = sheet_of(WIDTH, HEIGHT, DARK)
    camera = camera_before(facts, *sheet.room, DARK, measure)
    save_picture(path, sheet, camera.scene(instant_at(order, None)))


def _application() -> Any:
    from PySide6.QtWidgets import QApplication

    global _kept
    _kept = QApplication.instance() or QApplication(["fuzz", "-platform", "offscreen"])
    return _kept


_kept: Any = None
