"""The times of one run as a chart of bars."""

from __future__ import annotations

from gpuviz.model.trust import brief_trust, trust
from gpuviz.scene.charts.bars import BarChart, BarPart, BarRow
from gpuviz.scene.charts.units import SECONDS
from gpuviz.scene.numbers import seconds
from gpuviz.scene.timing.bars import Bar, RunTimes, bars_of
from gpuviz.scene.timing.words import how_to_time
from gpuviz.texts import say, titled, tr

NO_TIMES = "This recording holds no times."


def before_any_run() -> BarChart:
    """What to do as long as there is none."""
    return BarChart(tr("Last run"), SECONDS, hint=how_to_time())


def run_chart(run: RunTimes, title: str = "") -> BarChart:
    """The bars of a run, and what is said about all of them; it is the last one without a title."""
    rows = tuple(map(_row, bars_of(run)))
    hint = "" if rows else tr(NO_TIMES)
    notes, brief = tuple(_notes(run)), tuple(_brief_notes(run))
    return BarChart(title or _title(run), SECONDS, rows, notes, hint, tr("time"), brief)


def _row(bar: Bar) -> BarRow:
    parts = bar.parts
    if not parts and bar.seconds:
        parts = (BarPart("", bar.seconds, bar.token),)
    return BarRow(
        bar.label, parts, bar.words, bar.modelled, bar.spread_s, bar.warning, bar.thin,
        band=bar.band_s, figure=bar.figure,
    )  # fmt: skip


def _title(run: RunTimes) -> str:
    if not run.size and not run.is_recording:
        return tr("Last run: {title}").format(title=titled(run.title))
    if not run.size:
        return tr("Recording: {title}").format(title=titled(run.title))
    return tr("Last run: {title}, size {size}").format(title=titled(run.title), size=run.size_text)


def _notes(run: RunTimes) -> list[str]:
    times = run.gpu
    if times is None or times.kernel_s is None:
        return []
    notes = [say(trust(run.prediction, run.device))] if times.source == "modelled" else []
    if times.compile_s is not None:
        took = seconds(times.compile_s)
        notes.append(tr("Compiling took {time}, once; no bar contains it.").format(time=took))
    return notes


def _brief_notes(run: RunTimes) -> list[str]:
    """What matters most of the notes; empty where they are short."""
    if run.gpu is None or run.gpu.kernel_s is None or run.gpu.source != "modelled":
        return []
    brief = brief_trust(run.prediction)
    return [] if brief is None else [say(brief)]
