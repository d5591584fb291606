"""From a race to the order that fails: the launch runs again, and the way back is kept."""

from __future__ import annotations

from gpuviz.messages import Message
from gpuviz.session.launch_controller import LaunchController
from gpuviz.texts import say, tr
from gpuviz.trace import Hazard, Trace, why_not_followable
from gpuviz.ui.checks.details import CheckRow
from gpuviz.ui.checks.view import CheckButtons

FOUND, NO_ORDER = "race.order", "race.no-order"
FAILING = "adversarial"


class FailingOrder:
    """Asks for a launch in the order that fails, and knows when it is there."""

    def __init__(self, controller: LaunchController) -> None:
        self._controller = controller
        self._sought: Hazard | None = None

    def look_for(self, subject: object) -> None:
        """Launch again in an order in which this race changes the result."""
        if isinstance(subject, Hazard):
            self._sought = subject
            self._controller.look_for_failing_order()

    def leave(self) -> None:
        """Launch again in the usual order."""
        self._sought = None
        self._controller.back_to_schedule()

    def found(self) -> Hazard | None:
        """The race that was sought, once the launch that was asked for is on the screen."""
        shown = self._controller.shown
        if self._sought is None or shown is None or shown.choice.schedule != FAILING:
            return None
        sought, self._sought = self._sought, None
        return sought

    def buttons(self, trace: Trace, hazard: Hazard, known: bool) -> CheckButtons:
        """What can be done about a hazard; `known`: its moment was kept."""
        shown = self._controller.shown
        if shown is not None and shown.choice.schedule != self._controller.schedule:
            return CheckButtons(known, "usual")
        between_launches = hazard.other_launch is not None or hazard.other_block is None
        if hazard.kind != "race" or between_launches or trace.schedule == FAILING:
            return CheckButtons(known)
        return CheckButtons(known, "failing", self._why_not(trace))

    def _why_not(self, trace: Trace) -> str:
        reason = why_not_followable(trace)
        if reason is not None:
            return say(reason)
        if self._controller.shown is None:
            return tr("This is a recording. Pick its operation to launch it in another order.")
        return ""


def order_rows(trace: Trace, race: Hazard) -> tuple[CheckRow, ...]:
    """What was found about orders in which a race changes a value."""
    about = [note for note in trace.notes if note.code == NO_ORDER and _is_about(note, race)]
    kept = [note for note in trace.notes if note.code == FOUND]
    notes = about or (kept if race.kind == "race" else [])
    return tuple(CheckRow(tr("order"), ((say(note), None),)) for note in notes[:1])


def same_race(subject: object, sought: Hazard | None) -> bool:
    """Whether a subject is the hazard that is sought, of whatever launch of the kernel."""
    if sought is None or not isinstance(subject, Hazard):
        return False
    mine, its = (
        (h.kind, h.space, h.array, {(h.file, h.line), (h.other_file, h.other_line)})
        for h in (subject, sought)
    )
    return mine == its


def _is_about(note: Message, race: Hazard) -> bool:
    wanted = race.message.values
    return all(
        note.values.get(name) == wanted.get(name) for name in ("line", "other_line", "array")
    )
