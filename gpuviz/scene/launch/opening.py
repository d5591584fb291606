"""Which launch of a result is on the stage, and what it is called."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gpuviz.scene.launch.choice import LaunchChoice, ShownLaunch
from gpuviz.scene.numbers import whole
from gpuviz.texts import tr
from gpuviz.trace.whose_device import on_machine

if TYPE_CHECKING:
    from gpuviz.engines.request import LaunchResult
    from gpuviz.trace import Trace


def opened_at_first(result: LaunchResult, before: int | None) -> int | None:
    """Which launch is shown of a new result: the one that failed, else the one chosen `before`,
    else the first with a hazard, else the longest of those that can be opened; None where there is
    none.
    """
    failed = failed_launch(result)
    if failed is not None or not result.launches:
        return failed
    can = result.whole or tuple(range(len(result.launches)))
    if before is not None and before in can:
        return before
    wrong = next((row for row in can if result.launches[row].hazards), None)
    if wrong is not None:
        return wrong
    seconds = {e.launch: e.end_s - e.start_s for e in result.events if e.launch is not None}
    return max(can, key=lambda row: (seconds.get(row, 0.0), -row))


def failed_launch(result: LaunchResult) -> int | None:
    """The row of the launch that failed, if there is a trace of it."""
    if result.failure is None or not result.launches:
        return None
    last = len(result.launches) - 1
    return last if result.launches[last].failure is not None else None


def shown_launch(choice: LaunchChoice, result: LaunchResult, row: int = 0) -> ShownLaunch:
    """One launch of a result."""
    return ShownLaunch(choice, result, row, result.launches[row])


def with_launch(result: LaunchResult, fetched: LaunchResult, row: int) -> LaunchResult:
    """The result with one more launch that can be opened, out of another run of the same."""
    launches = list(result.launches)
    launches[row] = fetched.launches[row]
    return replace(result, launches=tuple(launches), whole=tuple(sorted({*result.whole, row})))


def launch_title(number: int, count: int, kernel: str) -> str:
    """ "Launch 3 of 11: conv2d"; `number` counts from 0."""
    words = tr("Launch {number} of {count}: {kernel}")
    return words.format(number=whole(number + 1), count=whole(count), kernel=kernel)


def title_of(shown: ShownLaunch) -> str:
    """Which launch of a pipeline is on the stage, and the other computer that ran it; empty for a
    launch of its own on this one.
    """
    if not shown.of_pipeline:
        return ran_on(shown.trace)
    title = launch_title(shown.row, len(shown.result.launches), shown.trace.kernel)
    return on_machine(title, shown.trace.machine)


def ran_on(trace: Trace) -> str:
    """The other computer that a launch ran on; empty for this one."""
    if not trace.machine:
        return ""
    is_emulated = trace.engine != "cuda"
    words = tr("Emulated on {machine}") if is_emulated else tr("Ran on {machine}")
    return words.format(machine=trace.machine)
