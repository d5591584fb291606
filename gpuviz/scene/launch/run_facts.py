"""What the launch panel says of a launch that ran, as rows and notes: memory traffic, checks."""

from __future__ import annotations

from gpuviz.device import Device
from gpuviz.engines.request import LaunchResult
from gpuviz.engines.wrong_elements import wrong_message
from gpuviz.insight.figures.memory import traffic_figure
from gpuviz.insight.figures.time import limiter_figure, runner_up_figure
from gpuviz.insight.traffic import SiteTraffic
from gpuviz.model.in_c import c_factor, c_words
from gpuviz.model.ranking import runner_up
from gpuviz.model.words import limiter_words, runner_up_name, runner_up_words
from gpuviz.scene.checks.entries import line_words
from gpuviz.scene.checks.words import BAD, OPEN, broke_off, equals_numpy, nothing_found
from gpuviz.scene.facts import Fact, Note
from gpuviz.scene.launch.choice import ShownLaunch
from gpuviz.scene.launch.facts import WRONG
from gpuviz.scene.limiters import limiter_name
from gpuviz.scene.numbers import figures, percent, whole
from gpuviz.texts import rich, say, say_rich, tr
from gpuviz.trace import Hazard, Prediction, Trace
from gpuviz.trace.source import SPACES

LONGEST_ELEMENT = 7  # letters


def limiter_facts(trace: Trace | None, device: Device) -> list[Fact]:
    """What limits a launch as the model sees it, what would next, and what CUDA C would change.

    No row where there is no prediction of it.
    """
    prediction = trace.prediction if trace else None
    if prediction is None or prediction.device_id != device.id:
        return []
    value, tip = limiter_name(prediction.limiter), say(limiter_words(prediction, device))
    limit = Fact(tr("limit, modelled"), value, tip=tip, figure=limiter_figure(prediction, device))
    return [limit, *_next_facts(prediction), *_c_facts(prediction)]


def _next_facts(prediction: Prediction) -> list[Fact]:
    second, words = runner_up(prediction), runner_up_words(prediction)
    if second is None or words is None:
        return []
    value = f"{say(runner_up_name(second))} · {percent(second.share)}"
    figure = runner_up_figure(prediction, second)
    return [Fact(tr("next, modelled"), value, tip=say(words), figure=figure)]


def _c_facts(prediction: Prediction) -> list[Fact]:
    words, factor = c_words(prediction), c_factor(prediction)
    if words is None or factor is None:
        return []
    value = tr("{factor} times as fast").format(factor=figures(factor))
    return [Fact(tr("in CUDA C, modelled"), value, tip=say(words))]


def traffic_facts(traffic: tuple[SiteTraffic, ...]) -> list[Fact]:
    """A row for each site that moved something."""
    return [_traffic_fact(site) for site in traffic]


def check_notes(shown: ShownLaunch) -> list[Note]:
    """What was compared and looked for, and what was found; a script compares by itself."""
    if shown.choice.operation.is_script:
        return hazard_notes(shown.trace)
    return [*result_notes(shown.result), *hazard_notes(shown.trace)]


def hazard_notes(trace: Trace) -> list[Note]:
    """Whether the launch broke off, the hazards that were found, and kinds without any."""
    failure = [] if trace.failure is None else [Note(broke_off(), "hazard")]
    found = [
        Note(f"{BAD} {_hazard_words(hazard)}", "hazard", str(row), tr("show"))
        for row, hazard in enumerate(trace.hazards)
    ]
    kinds = {hazard.kind for hazard in trace.hazards}
    clean = [
        Note(nothing_found(kind), "good")
        for kind in trace.hazard_kinds_checked
        if kind not in kinds
    ]
    return [*failure, *found, *clean]


def _hazard_words(hazard: Hazard) -> str:
    """A hazard in a few words; the sentence stands in the notes."""
    kinds = {
        "out-of-bounds": tr("out of bounds"),
        "race": tr("race"),
        "uninitialized": tr("uninitialised read"),
        "barrier-divergence": tr("barrier not reached by all"),
    }
    where = tr("line {line}").format(line=rich(line_words(hazard, "line")))
    if hazard.array:
        where = tr("{array}, {line}").format(array=rich(hazard.array), line=where)
    times = f" ({whole(hazard.count)}\u00a0×)" if hazard.count > 1 else ""
    return tr("{kind}: {place}").format(kind=kinds[hazard.kind], place=where) + times


def result_notes(result: LaunchResult) -> list[Note]:
    """Whether the result is right; of a wrong one its first wrong element, which can be shown."""
    if result.correct is None:
        return [Note(f"{OPEN} {rich(tr('the file has no reference to compare with'))}", "muted")]
    if result.correct:
        return [Note(equals_numpy(), "good")]
    told = [
        Note(f"{BAD} {say_rich(wrong_message(result.trace, wrong))}", "hazard", link, tr("show"))
        for link, wrong in zip(map(wrong_link, range(len(result.wrong))), result.wrong, strict=True)
    ]
    return told or [_differs_note(result)]


def wrong_link(row: int) -> str:
    """What a link to the first wrong element of an output tells; `row` in LaunchResult.wrong."""
    return f"{WRONG}{row}"


def _differs_note(result: LaunchResult) -> Note:
    words = tr("result differs from NumPy")
    if result.max_abs_error is not None:
        words = tr("result differs from NumPy by up to {error}")
        words = words.format(error=f"{result.max_abs_error:.3g}")
    return Note(f"{BAD} {words}", "hazard")


def _traffic_fact(traffic: SiteTraffic) -> Fact:
    space, kind = traffic.site.space, traffic.site.kind
    verbs = {"read": tr("load"), "write": tr("store"), "atomic": tr("atomic")}
    return Fact(
        f"{verbs[kind]} {_short(traffic)}",
        _traffic_words(traffic),
        tip=(
            tr("{text}, line {line}, {space} memory: 1 request (a warp here once).")
            if traffic.requests == 1
            else tr("{text}, line {line}, {space} memory: {n} requests (one is a warp here once).")
        ).format(
            text=traffic.text,
            line=traffic.site.line,
            space=say(SPACES[space]),
            n=whole(traffic.requests),
        ),
        figure=traffic_figure(traffic),
    )


def _short(traffic: SiteTraffic) -> str:
    """The element as it fits beside the figures; the tooltip has it in full."""
    fits = len(traffic.text) <= LONGEST_ELEMENT
    return traffic.text if fits else traffic.site.array


def _traffic_words(traffic: SiteTraffic) -> str:
    if traffic.site.space in ("local", "constant"):
        is_one = traffic.requests == 1
        return tr("1 request") if is_one else tr("{n} requests").format(n=whole(traffic.requests))
    if traffic.site.kind == "atomic":
        is_one = traffic.units == 1
        return tr("1 thread") if is_one else tr("{n} threads").format(n=whole(traffic.units))
    if traffic.site.space == "shared":
        words = tr("1 wavefront") if traffic.units == 1 else tr("{n} wavefronts")
        wavefronts = words.format(n=whole(traffic.units))
        each = figures(traffic.units / traffic.requests)
        one_each = traffic.units == traffic.requests
        return f"{wavefronts} · {tr('1 each') if one_each else tr('{n} each').format(n=each)}"
    one = traffic.units == 1
    sectors = tr("1 sector") if one else tr("{n} sectors").format(n=whole(traffic.units))
    if traffic.used_share is not None:
        return f"{sectors} · {tr('{p} used').format(p=percent(traffic.used_share))}"
    each = tr("{n} a request").format(n=figures(traffic.units / traffic.requests))
    return f"{sectors} · {each}"
