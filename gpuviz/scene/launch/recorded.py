"""The launch of a recording as a choice, so that it can be launched again; or why it cannot."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from gpuviz.engines.names import ScheduleName
from gpuviz.messages import GpuvizError, Message
from gpuviz.operation import OperationInfo, describe
from gpuviz.operation.gallery import twins_folder
from gpuviz.places import resource_dir
from gpuviz.scene.launch.choice import LaunchChoice

if TYPE_CHECKING:
    from gpuviz.trace import Trace
    from gpuviz.trace.source import FunctionSource

SCHEDULES: tuple[ScheduleName, ...] = ("lockstep", "warps", "adversarial")
NO_FILE = "its file {file} is not here, or says something else by now."
OF_PIPELINE = "it is one launch of the pipeline {title}: pick that operation to run all of it."
NO_SIZE = "it does not say with which size and inputs it was launched."


def recorded_choice(trace: Trace, beside: LaunchChoice) -> LaunchChoice | Message:
    """What launches a recording again; of `beside` what it does not tell. No code of it runs."""
    from gpuviz.trace.whose_device import device_of

    source = trace.functions[0]
    operation = _operation_of(source, trace.kernel)
    if operation is None:
        file = PurePath(source.file.replace("\\", "/")).name
        return Message("recording.no-file", NO_FILE, {"file": file})
    if operation.is_pipeline:
        return Message("recording.of-pipeline", OF_PIPELINE, {"title": operation.title})
    if not trace.size or len(trace.size) != len(operation.size_names):
        return Message("recording.no-size", NO_SIZE)
    config = trace.config
    follows = operation.grid(trace.size, config.block) == config.grid
    choice = replace(
        beside,
        operation=operation,
        size=trace.size,
        block=config.block,
        pinned_grid=None if follows else config.grid,
        device=device_of(trace) or beside.device,
        schedule=next((one for one in SCHEDULES if one == trace.schedule), "lockstep"),
        given=None,
        inputs=(),
    )
    problems = choice.problems()
    return problems[0] if problems else choice


def _operation_of(source: FunctionSource, kernel: str) -> OperationInfo | None:
    """The file that has this text of a kernel: the one that ran, or the gallery's of its name.

    What a recording names on another machine is not asked for.
    """
    name = PurePath(source.file.replace("\\", "/")).name
    folder = twins_folder() if name.endswith(".cu") else resource_dir("kernels")
    own = Path(source.file)
    is_here = own.is_absolute() and not source.file.startswith(("\\\\", "//"))
    for path in (*([own] if is_here else []), folder / name):
        try:
            found = describe(path)
        except GpuvizError:
            continue
        if source.text in found.source and (found.is_pipeline or found.kernel == kernel):
            return found
    return None
