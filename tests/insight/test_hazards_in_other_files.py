"""The moments of a hazard whose line another file has, too."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.insight.barrier_interval import barrier_interval
from gpuviz.insight.hazard_moments import hazard_moments, hazard_parties
from gpuviz.insight.order import order_of
from gpuviz.trace import Trace
from tests.helpers.two_files import GET, PUT, mirrored


def lines_of(trace: Trace, moments: tuple[int | None, ...]) -> list[tuple[str, int]]:
    order = order_of(trace)
    assert order is not None
    assert trace.steps is not None
    rows = [trace.steps.statement[order.step[m - 1]] for m in moments if m is not None]
    found = [trace.statements[row] for row in rows]
    return [(trace.functions[one.function].file, one.line) for one in found]


def test_both_threads_of_a_race_know_the_file_of_their_lines() -> None:
    trace = mirrored()

    parties = hazard_parties(trace, trace.hazards[0])

    assert [(one.file, one.line) for one in parties] == [("parts.py", PUT), ("parts.py", GET)]


def test_moments_are_those_of_the_lines_in_their_file() -> None:
    trace = mirrored()
    race = replace(trace.hazards[0], step=None, other_step=None, array="?", access=None)
    order = order_of(trace)
    assert order is not None

    moments = hazard_moments(trace, order, race)

    assert lines_of(trace, moments) == [("parts.py", PUT), ("parts.py", GET)]


def test_the_barriers_around_a_race_are_those_of_its_file() -> None:
    trace = mirrored()

    interval = barrier_interval(trace, order_of(trace), trace.hazards[0])

    assert interval is not None
    assert (interval.file, interval.first, interval.last) == ("parts.py", PUT, GET)
