"""Every sentence of a page, in one language: captions, figures, hazards, checks and notes."""

from __future__ import annotations

from collections.abc import Mapping

from gpuviz.insight.captions import caption, line_caption
from gpuviz.insight.order import instant_at, order_of, why_no_steps
from gpuviz.insight.stand_out import stand_out
from gpuviz.insight.states import ThreadState
from gpuviz.insight.summary import launch_meaning
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.insight.traffic import site_traffic
from gpuviz.model.trust import trust
from gpuviz.scene.checks.entries import Passed, check_entries, hazard_title
from gpuviz.scene.facts import Fact
from gpuviz.scene.launch.facts import launch_facts, meaning_facts
from gpuviz.scene.launch.run_facts import limiter_facts, traffic_facts
from gpuviz.scene.stage.words import STATE_NAMES
from gpuviz.scene.stand_out import stand_out_rows
from gpuviz.scene.timing.bars import RunTimes, bars_of
from gpuviz.texts import say, tr, visible
from gpuviz.trace import Trace
from gpuviz.trace.whose_device import device_name, device_or_default
from gpuviz.web.languages import Language, spoken
from gpuviz.web.words import page_words


def sentences_in(
    language: Language, trace: Trace, index: TraceIndex | None, whole: Trace
) -> dict[str, object]:
    """Every sentence of the page in a language, as it can be shown."""
    with spoken(language):
        return {name: _shown_words(told) for name, told in _told(trace, index, whole).items()}


def _shown_words(told: object) -> object:
    """Words without characters that turn or hide those beside them: names are in them."""
    if isinstance(told, str):
        return visible(told)
    if isinstance(told, Mapping):
        return {name: _shown_words(one) for name, one in told.items()}
    return [*map(_shown_words, told)] if isinstance(told, list) else told


def _told(trace: Trace, index: TraceIndex | None, whole: Trace) -> dict[str, object]:
    """The same as they are."""
    order = None if index is None else index.order
    start = None if order is None else say(caption(trace, order, order.at(0)))
    end = None if order is None else say(caption(trace, order, instant_at(order, None)))
    return {
        "words": page_words(),
        "states": [say(STATE_NAMES[state]) for state in ThreadState],
        "start": start,
        "end": end,
        "captions": [say(line_caption(trace, row)) for row in range(len(trace.statements))],
        "no_steps": None if order is not None else say(why_no_steps(trace)),
        "figures": _figures(whole),
        "trust": _trust(whole),
        "stand_out": [list(row.cells) for row in stand_out_rows(stand_out(whole, order_of(whole)))],
        "hazards": [[hazard_title(one), say(one.message)] for one in trace.hazards],
        "checks": _checks(trace),
        "failure": None if trace.failure is None else say(trace.failure),
        "notes": [say(note) for note in trace.notes],
    }


def _figures(trace: Trace) -> list[dict[str, object]]:
    device = device_or_default(trace)
    meaning = launch_meaning(trace.config, device, trace)
    facts = meaning_facts(meaning, trace.config, device, trace.registers_source)
    groups = [
        (tr("Launch"), [*launch_facts(trace.config), *facts]),
        (tr("Memory traffic"), traffic_facts(site_traffic(trace))),
        (tr("Time"), [*_times(trace), *limiter_facts(trace, device)]),
    ]
    return [{"title": title, "rows": list(map(_row, rows))} for title, rows in groups if rows]


def _row(fact: Fact) -> dict[str, object]:
    figure = fact.figure
    return {
        "label": fact.label,
        "value": fact.value,
        "tone": fact.tone,
        "tip": fact.tip,
        "formula": None if figure is None else say(figure.formula),
        "change": None if figure is None else say(figure.change),
    }


def _times(trace: Trace) -> list[Fact]:
    run = RunTimes(
        0, "", "", (), device_name(trace), trace.times,
        expects_cpu=False, prediction=trace.prediction, modelled_for=trace.device,
        config=trace.config,
    )  # fmt: skip
    return [Fact(bar.label, bar.words, figure=bar.figure) for bar in bars_of(run)]


def _trust(trace: Trace) -> str | None:
    """How far a modelled time can be believed."""
    if trace.times is None or trace.times.source != "modelled" or trace.times.kernel_s is None:
        return None
    return say(trust(trace.prediction, device_name(trace)))


def _checks(trace: Trace) -> list[dict[str, str]]:
    """What was looked for and not found."""
    return [
        {"words": entry.words, "tone": entry.tone, "about": entry.subject.looked_at}
        for entry in check_entries(trace, None)
        if isinstance(entry.subject, Passed)
    ]
