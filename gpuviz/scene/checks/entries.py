"""The list of checks: everything that was looked at, what is wrong in front."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from gpuviz.engines.request import LaunchResult
from gpuviz.engines.wrong_elements import WrongElements
from gpuviz.messages import Message
from gpuviz.scene.checks.words import BAD, OPEN, broke_off, equals_numpy, nothing_found
from gpuviz.scene.facts import Tone
from gpuviz.scene.numbers import THIN_SPACE, whole
from gpuviz.texts import say, tr
from gpuviz.trace import Hazard, Trace
from gpuviz.trace.trace import HazardKind

NOTE = "i"  # before what is neither good nor bad


@dataclass(frozen=True, slots=True)
class Passed:
    """A check that found nothing, and what it looked at."""

    looked_at: str


Subject = Hazard | WrongElements | Passed | Message
"""What a line of the checks is about; a Message is a note of the launch."""


@dataclass(frozen=True, slots=True)
class CheckEntry:
    """One line of the list."""

    words: str
    tone: Tone
    subject: Subject


def check_entries(trace: Trace, result: LaunchResult | None) -> tuple[CheckEntry, ...]:
    """Everything that was checked, what is wrong in front; `result` is None for a recording."""
    wrong = () if result is None else result.wrong
    found = [*_broke_off(trace), *map(_wrong_entry, wrong), *map(_hazard_entry, trace.hazards)]
    messages = (*(() if result is None else result.messages), *trace.notes)
    notes = [CheckEntry(f"{NOTE} {say(note)}", "muted", note) for note in messages]
    return (*found, *_result_passed(result), *_kinds_passed(trace), *notes)


def hazard_title(hazard: Hazard) -> str:
    """ "race on part, line 47 · 508 ×"."""
    kinds = {
        "out-of-bounds": tr("out of bounds: {array}, line {line}"),
        "race": tr("race on {array}, line {line}"),
        "uninitialized": tr("read before any write: {array}, line {line}"),
        "barrier-divergence": tr("barrier not reached by all, line {line}"),
    }
    line, other = line_words(hazard, "line"), line_words(hazard, "other_line")
    if hazard.other_line is not None and other != line:
        kinds["race"] = tr("race on {array}, lines {line} and {other}")
    if hazard.space == "register":
        kinds["uninitialized"] = tr("undefined value: {array}, line {line}")
    words = kinds[hazard.kind].format(array=hazard.array, line=line, other=other)
    return f"{words} · {whole(hazard.count)}{THIN_SPACE}×" if hazard.count > 1 else words


def line_words(hazard: Hazard, name: Literal["line", "other_line"]) -> str:
    """A line as the hazard's sentence names it: with its file, if that is not the kernel's."""
    told = None if hazard.what is None else hazard.what.values.get(name)
    return say(told) if isinstance(told, Message) else str(getattr(hazard, name))


def _broke_off(trace: Trace) -> list[CheckEntry]:
    return [] if trace.failure is None else [CheckEntry(broke_off(), "hazard", trace.failure)]


def _wrong_entry(wrong: WrongElements) -> CheckEntry:
    words = tr("{count} of {size} elements of {array} wrong").format(
        count=whole(wrong.count), size=whole(math.prod(wrong.shape)), array=wrong.array
    )
    return CheckEntry(f"{BAD} {words}", "hazard", wrong)


def _hazard_entry(hazard: Hazard) -> CheckEntry:
    return CheckEntry(f"{BAD} {hazard_title(hazard)}", "hazard", hazard)


def _result_passed(result: LaunchResult | None) -> list[CheckEntry]:
    if result is None or result.correct is False:
        return []
    if result.correct is None:
        words = tr("{mark} result not compared").format(mark=OPEN)
        why = tr("The file has no numpy_twin, so there is nothing to compare the result with.")
        return [CheckEntry(words, "muted", Passed(why))]
    looked = tr(
        "Every element of every output was compared with what NumPy computes from the same"
        " inputs. The largest difference is {error}."
    ).format(error=f"{result.max_abs_error or 0:.3g}")
    return [CheckEntry(equals_numpy(), "good", Passed(looked))]


def _kinds_passed(trace: Trace) -> list[CheckEntry]:
    found = {hazard.kind for hazard in trace.hazards}
    entries = []
    for kind, (open_, looked) in _kind_words().items():
        if kind in trace.hazard_kinds_checked and kind not in found:
            entries.append(CheckEntry(nothing_found(kind), "good", Passed(looked)))
        elif kind not in trace.hazard_kinds_checked:
            why = tr("This engine does not look for it: the emulator does.")
            entries.append(CheckEntry(f"{OPEN} {open_}", "muted", Passed(why)))
    return entries


def _kind_words() -> dict[HazardKind, tuple[str, str]]:
    """By kind: nobody looked, and what is looked at."""
    return {
        "out-of-bounds": (
            tr("bounds not checked"),
            tr("Every index of this launch was held against the shape of its array."),
        ),
        "race": (
            tr("races not looked for"),
            tr(
                "Wherever two threads of this launch touched the same byte, and one of them wrote"
                " it, a barrier or another sync put them in order, or both were atomic."
            ),
        ),
        "uninitialized": (
            tr("uninitialised reads not looked for"),
            tr("Every element and variable that this launch read had been written before."),
        ),
        "barrier-divergence": (
            tr("barriers not checked"),
            tr("At every barrier of this launch all threads of the block arrived."),
        ),
    }
