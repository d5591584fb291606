"""What has to be said about a choice: refusals, failures, hazards, hints, and stale pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from gpuviz.device import DEFAULT_DEVICE, load_devices
from gpuviz.engines.printed import PRINTED
from gpuviz.insight.summary import launch_hints
from gpuviz.messages import EnglishText, GpuvizError, Message
from gpuviz.scene.facts import Note
from gpuviz.scene.launch.choice import LaunchChoice, ShownLaunch
from gpuviz.scene.numbers import sizes_text, whole
from gpuviz.texts import rich, say, say_rich, title_of, tr

if TYPE_CHECKING:
    from gpuviz.trace import Trace

Standing = Literal["settled", "running", "cancelled", "unreadable"]
"""What has become of the launch that was asked for last: "running" only once it takes long,
"unreadable" where the text of the file cannot be launched as it is by now.
"""

OF_CUDA = ("launch.too-many-threads", "launch.axis-too-large", "launch.below-one")
"""Refusals that CUDA has an error for, too, and the same for all of them."""
CUDAS_OWN_ERROR: EnglishText = (
    "On a GPU Numba raises `CUDA_ERROR_INVALID_VALUE` for it. A program in CUDA C goes on, and"
    " learns of it if it asks: `cudaGetLastError()` gives `invalid configuration argument`."
)
MOST_HAZARDS = 1  # told in full; Checks lists all


def launch_notes(
    choice: LaunchChoice,
    problems: Sequence[Message],
    error: GpuvizError | None,
    shown: ShownLaunch | None,
) -> list[Note]:
    """The notes of the launch panel; `shown` is None while the picture is of something else."""
    if problems:
        refused = any(message.code in OF_CUDA for message in problems)
        more = [Note(rich(tr(CUDAS_OWN_ERROR)))] if refused else []
        return [*(Note(say_rich(message), "hazard") for message in problems), *more]
    told = shown.result.messages if shown else ()
    if error is not None:
        printed = told if choice.operation.is_script else ()
        return [Note(error_words(error), "hazard"), *map(_told, printed)]
    trace = shown.trace if shown else None
    one = not choice.operation.is_pipeline
    hints = launch_hints(choice.needed_threads, choice.config, trace) if one else ()
    hazards = trace.hazards[:MOST_HAZARDS] if trace else ()
    notes = [
        Note(say_rich(hazard.what or hazard.message), "hazard", str(row), tr("Show it"))
        for row, hazard in enumerate(hazards)
    ]
    notes += _elsewhere(shown)
    return notes + [_told(message) for message in (*hints, *told)]


def _told(message: Message) -> Note:
    """A sentence; what a script printed stands in it as code."""
    if message.code != PRINTED:
        return Note(say_rich(message))
    lines = {"lines": f"`{message.values['lines']}`"}
    return Note(say_rich(replace(message, values={**message.values, **lines})))


def _elsewhere(shown: ShownLaunch | None) -> list[Note]:
    """The other launches of a pipeline with hazards."""
    if shown is None:
        return []
    launches, row = shown.result.launches, shown.row
    wrong = [n + 1 for n, trace in enumerate(launches) if trace.hazards and n != row]
    if not wrong:
        return []
    words = tr("Hazards in other launches: {numbers}. Open them in the panel Pipeline.")
    return [Note(rich(words.format(numbers=", ".join(map(whole, wrong)))), "hazard")]


def recording_notes(trace: Trace, name: str, why_not_again: Message | None) -> list[Note]:
    """What is on the screen when nothing was launched, why that launch broke off if it did, and
    whether it can be launched again.
    """
    words = tr("**{name}** is a recording of {kernel} with grid {grid} and block {block}.")
    config = trace.config
    text = words.format(name=name, kernel=trace.kernel, grid=config.grid, block=config.block)
    if why_not_again is None:
        text += " " + tr("Run launches the same again.")
    else:
        text += f" {say(not_again(why_not_again))} {tr('Pick an operation to launch one.')}"
    failure = [] if trace.failure is None else [Note(say_rich(trace.failure), "hazard")]
    return [*failure, Note(rich(text)), *_unknown_device(trace)]


def not_again(why: Message) -> Message:
    """That a recording cannot be launched."""
    return Message("recording.not-again", "It cannot be launched again: {why}", {"why": why})


def _unknown_device(trace: Trace) -> list[Note]:
    """Whose limits stand in for those of a device that is not in the table."""
    from gpuviz.trace.whose_device import device_of

    if device_of(trace) is not None:
        return []
    words = tr(
        "gpuviz does not know the device {device} of this recording: blocks per SM, occupancy and"
        " waves are those that a {other} would have."
    )
    other = load_devices()[DEFAULT_DEVICE].name
    return [Note(rich(words.format(device=trace.device_id, other=other)))]


def running(choice: LaunchChoice) -> Message:
    """That it is under way."""
    words = "{title} is running; Esc ends it."
    return Message("launch.running", words, {"title": title_of(choice.operation)})


def stale_note(
    choice: LaunchChoice,
    error: GpuvizError | None,
    shown: ShownLaunch | tuple[Trace, str] | None,
    comes: bool,
    standing: Standing = "settled",
) -> Note | None:
    """Why the picture is not that of `choice`; None when it is, or will be in a moment.

    `shown` is the launch on the screen, or a recording with its name; `comes`: a launch of `choice`
    is under way.
    """
    if shown is None:
        return None
    if standing == "running":
        return Note(
            say(running(choice)) if _is_of(shown, choice) else _while_running(shown, choice)
        )
    if error is None and _is_of(shown, choice):
        return None
    if isinstance(shown, ShownLaunch) and error is not None and shown.result.failure is error:
        return None  # the picture is what ran before it broke off
    still = _still_words(shown)
    if error is not None and standing == "unreadable":
        return Note(f"{tr('The file cannot be launched as it is now.')} {still}", "hazard")
    if error is not None:
        return Note(f"{tr('The launch failed.')} {still}", "hazard")
    if choice.problems():
        return Note(f"{tr('The launch was refused.')} {still}", "hazard")
    if standing == "cancelled":
        return Note(f"{tr('The launch was cancelled: press Run to try again.')} {still}")
    return None if comes else Note(f"{_changed(shown, choice)} {still}")


def _while_running(shown: ShownLaunch | tuple[Trace, str], choice: LaunchChoice) -> str:
    return f"{say(running(choice))} {_still_words(shown)}"


def _is_of(shown: ShownLaunch | tuple[Trace, str], choice: LaunchChoice) -> bool:
    return isinstance(shown, ShownLaunch) and shown.choice == choice


def _changed(shown: ShownLaunch | tuple[Trace, str], choice: LaunchChoice) -> str:
    """What is another than in the picture."""
    before = shown.choice if isinstance(shown, ShownLaunch) else None
    if before is None or before.operation.path != choice.operation.path:
        return tr("{title} has not run yet: press Run.").format(title=title_of(choice.operation))
    if before.operation != choice.operation:
        return tr("The text has changed: press Run.")
    if choice.given is not before.given:
        return tr("The drawing has changed: press Run.")
    if choice.inputs != before.inputs:
        return tr("The inputs have changed: press Run.")
    return tr("The numbers have changed: press Run.")


def blamed(message: Message) -> str:
    """Which fields a refusal is about: "size", "block", "grid" or "inputs"."""
    for what in ("size", "inputs"):
        if message.code.startswith(f"{what}."):
            return what
    return str(message.values.get("what", "block"))


def _still_words(shown: ShownLaunch | tuple[Trace, str]) -> str:
    if not isinstance(shown, ShownLaunch):
        trace, name = shown
        words = tr("The picture is still that of the recording {name}, of {kernel}.")
        return words.format(name=name, kernel=trace.kernel)
    choice = shown.choice
    words = tr("The picture is still that of {title}, size {size}, grid {grid}, block {block}.")
    size = sizes_text(choice.size)
    if choice.operation.is_pipeline:
        words = tr("The picture is still that of {title}, size {size}.")
    if choice.operation.is_script:
        words = tr("The picture is still that of {title}.")
    return words.format(
        title=title_of(choice.operation), size=size, grid=choice.grid, block=choice.block
    )


def error_words(error: GpuvizError) -> str:
    """What an error says, in rich text, behind its place if it has one."""
    words = rich(say(error.message))
    if error.place is None:
        return words
    place = tr("{file}, line {line}").format(
        file=Path(error.place.file).name, line=error.place.line
    )
    return f"<b>{rich(place)}:</b> {words}"
