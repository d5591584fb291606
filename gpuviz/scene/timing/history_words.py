"""The runs of a session in words and as a table."""

from __future__ import annotations

from gpuviz.scene.charts.table import Table
from gpuviz.scene.timing.bars import Bar, RunTimes, bars_of
from gpuviz.scene.timing.history import config_words
from gpuviz.texts import enumerated, labelled, titled, tr


def run_words(run: RunTimes) -> str:
    """A run and all its times, a line each."""
    config = () if run.config is None else config_words(run.config)
    names = titled(run.title), run.size_text, *config, run.device
    line = enumerated([name for name in names if name])
    return "\n".join((line, *(labelled(bar.label, bar.words) for bar in bars_of(run))))


def history_table(runs: tuple[RunTimes, ...]) -> Table:
    """All times of all runs, a row each, in seconds."""
    head = (tr("run"), tr("operation"), tr("size"), tr("device"), tr("bar"), tr("value [s]"))
    rows = (
        (
            *(str(number), titled(run.title), " ".join(map(str, run.size)), run.device, bar.label),
            *(repr(bar.seconds), _repr(bar.spread_s), *map(_repr, bar.band_s or (None, None))),
            _source(bar),
        )
        for number, run in enumerate(runs, 1)
        for bar in bars_of(run)
        if bar.seconds is not None
    )
    band = tr("8 of 10 real ones from [s]"), tr("to [s]")
    return ((*head, tr("interquartile range [s]"), *band, tr("source")), *rows)


def _repr(value: float | None) -> str:
    return "" if value is None else repr(value)


def _source(bar: Bar) -> str:
    return tr("modelled") if bar.modelled else tr("measured")
