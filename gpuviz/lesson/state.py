"""Where the settings of a lesson lead: the launch that they choose, and whether it can be made."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from gpuviz.device import Device, find_device
from gpuviz.insight.go_to import go_to
from gpuviz.launch import Dim3, LaunchConfig, parse_dim3, refusals
from gpuviz.lesson.lesson import Lesson, Setting
from gpuviz.lesson.names import operation_named
from gpuviz.lesson.problem import Problem, problem
from gpuviz.lesson.settings import AFRESH, SETTINGS, VOID
from gpuviz.messages import GpuvizError, Message
from gpuviz.operation import OperationInfo, parse_size
from gpuviz.trace import Trace

FIRST_OPERATION = "vector_add"
BASE = {
    "engine": "emulator",
    "device": "t4",
    "schedule": "lockstep",
    "live": "on",
    "compare": "off",
    "colour": "state",
    "elements": "touch",
    "heat": "steps",
    "source": "python",
    "beside_cpu": "off",
    "panel": "timing",
}
"""How a lesson begins, whatever the window showed before."""
MOST_FILES = 256  # whose lines are kept
ELEMENT = re.compile(r"([A-Za-z_]\w*)\s*\[")


@dataclass(frozen=True, slots=True)
class ObservedLaunch:
    """What would be launched."""

    operation: OperationInfo
    size: tuple[int, ...]
    block: Dim3
    pinned_grid: Dim3 | None
    device: Device

    @property
    def config(self) -> LaunchConfig:
        """Grid and block together."""
        return LaunchConfig(
            self.pinned_grid or self.operation.grid(self.size, self.block), self.block
        )

    def refusal(self) -> Message | None:
        """Why the device or the kernel refuses it."""
        for message in refusals(self.config, self.device):
            return message
        try:
            self.operation.check_block(self.block)
        except GpuvizError as error:
            return error.message
        return None

    def after(self, setting: Setting) -> ObservedLaunch:
        """The state with one more thing set. Raises GpuvizError for what cannot be."""
        match setting.name:
            case "operation":
                return fresh(operation_named(setting.value), self.device)
            case "size":
                return replace(self, size=parse_size(self.operation, setting.value))
            case "block":
                return replace(self, block=parse_dim3(setting.value, "block"))
            case "grid":
                auto = setting.value == "auto"
                return replace(
                    self, pinned_grid=None if auto else parse_dim3(setting.value, "grid")
                )
            case "device":
                return replace(self, device=find_device(setting.value))
        return self


def fresh(operation: OperationInfo, device: Device) -> ObservedLaunch:
    """An operation with its own numbers."""
    return ObservedLaunch(operation, operation.default_size, operation.default_block, None, device)


def first_state() -> ObservedLaunch:
    """Before anything is set."""
    return fresh(operation_named(FIRST_OPERATION), find_device(BASE["device"]))


def batches_until(lesson: Lesson, index: int) -> tuple[tuple[Setting, ...], ...]:
    """All that has to be set for a student who begins with that step: the base, what the steps
    before set and solve, and its own.

    One launch is enough for each batch; a run that is pinned needs one of its own.
    """
    found = [Setting(name, value, 0) for name, value in BASE.items()]
    for step in lesson.steps[:index]:
        found += [*step.settings, *step.solution]
    found += lesson.steps[index].settings
    batches: list[list[Setting]] = [[]]
    for setting in found:
        if setting.name == "compare" and setting.value == "off":
            batches = [[one for batch in batches for one in batch if one.name != "compare"]]
        batches[-1].append(setting)
        if setting.name == "compare" and setting.value == "on":
            batches.append([])
    return tuple(merged(batch) for batch in batches if batch)


def merged(settings: Iterable[Setting]) -> tuple[Setting, ...]:
    """The same without what a later one overrides."""
    kept: dict[str, Setting] = {}
    for setting in settings:
        spec = SETTINGS[setting.name]
        gone = VOID.get(setting.name, AFRESH if spec.of_launch else ())
        for name in (*gone, setting.name):
            kept.pop(name, None)
        kept[setting.name] = setting
    return tuple(kept.values())


def check_states(lesson: Lesson) -> list[Problem]:
    """What is wrong with the launches and places that the steps set."""
    state: ObservedLaunch | None = first_state()
    problems: list[Problem] = []
    for step in lesson.steps:
        wants_refusal = any(part.fact.name == "refused" for part in step.answer.parts)
        for settings, may_refuse in ((step.settings, False), (step.solution, wants_refusal)):
            state, found = _apply(state, settings, may_refuse)
            problems += found
    return problems


def _apply(
    state: ObservedLaunch | None, settings: tuple[Setting, ...], may_refuse: bool
) -> tuple[ObservedLaunch | None, list[Problem]]:
    """The state after settings; None once something about it is unknown."""
    problems: list[Problem] = []
    changed = False
    for setting in settings:
        try:
            if setting.name == "operation" and state is None:
                state = first_state()
            state = None if state is None else state.after(setting)
        except GpuvizError as error:
            problems.append(Problem(setting.line, error.message))
            state = None
        changed = changed or SETTINGS[setting.name].of_launch
    if state is None:
        return None, problems
    refusal = state.refusal() if changed and not may_refuse else None
    if refusal is not None:
        problems.append(Problem(settings[-1].line, refusal))
    for setting in settings:
        problems += _place_problems(setting, state)
    return state, problems


def _place_problems(setting: Setting, state: ObservedLaunch) -> Iterator[Problem]:
    value = setting.value
    if setting.name == "step" and value not in ("start", "end") and not value.isdigit():
        template = "`{value}` is no step: write a number, start or end."
        yield problem(setting.line, "step", template, value=value)
    if setting.name == "line" and not has_line(state.operation, value):
        yield no_line(setting.line, value, state.operation)
    if setting.name == "launch" and not _has_launch(state.operation, value):
        template = "{name} has no launch `{value}`: write a number from 1, or the name of a kernel."
        yield problem(setting.line, "launch", template, name=state.operation.name, value=value)
    if setting.name == "draw" and "draw" not in state.operation.show.values():
        template = "{name} has nothing that can be drawn."
        yield problem(setting.line, "draw", template, name=state.operation.name)
    if setting.name == "choose" and value != "grid" and not state.operation.is_pipeline:
        yield from _choice_problems(setting, state)


def _has_launch(operation: OperationInfo, value: str) -> bool:
    """How many launches there are, nobody knows before they run."""
    if not operation.is_pipeline:
        return False
    if value.isdecimal():
        return int(value) > 0
    return has_line(operation, f"def {value}(")


def no_line(line: int, words: str, operation: OperationInfo) -> Problem:
    """A line of the source that is not there."""
    template = "No line of the kernel {name} has `{words}` in it."
    return problem(line, "no-line", template, name=operation.name, words=words)


def _choice_problems(setting: Setting, state: ObservedLaunch) -> Iterator[Problem]:
    element = ELEMENT.search(setting.value)
    if element is not None:
        if not re.search(rf"\b{element[1]}\b", "\n".join(kernel_lines(state.operation.path))):
            template = "{name} has no array `{array}`."
            values = {"name": state.operation.name, "array": element[1]}
            yield problem(setting.line, "no-array", template, **values)
        return
    try:
        go_to(setting.value, _bare_trace(state), None, None)
    except GpuvizError as error:
        yield Problem(setting.line, error.message)


def _bare_trace(state: ObservedLaunch) -> Trace:
    """A launch of which only its shape is known."""
    return Trace(state.operation.kernel, "", "", 0, state.device.id, state.config, ())


def has_line(operation: OperationInfo, words: str) -> bool:
    """Whether a line of the kernel, or of a function that it may call, has these words in it."""
    return any(words in line for line in kernel_lines(operation.path))


def kernel_lines(path: Path) -> tuple[str, ...]:
    """The lines of all functions with a decorator of cuda, of a file and of those it imports."""
    found: list[str] = []
    seen, waiting = {path}, [path]
    while waiting:
        lines, imported = _lines_of(waiting.pop(0))
        found += lines
        waiting += [one for one in imported if one not in seen]
        seen |= set(imported)
    return tuple(found)


def _lines_of(path: Path) -> tuple[tuple[str, ...], tuple[Path, ...]]:
    """The lines of one file's functions, and the files beside it that it imports from."""
    try:
        return _lines_at(path, path.stat().st_mtime_ns)
    except (OSError, ValueError, SyntaxError, RecursionError):  # no file to read lines from
        return (), ()


@lru_cache(maxsize=MOST_FILES)
def _lines_at(path: Path, changed_ns: int) -> tuple[tuple[str, ...], tuple[Path, ...]]:
    source = path.read_text(encoding="utf-8-sig")
    lines, tree = source.splitlines(), ast.parse(source)
    found: list[str] = []
    imported: list[Path] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(map(_is_cuda, node.decorator_list)):
            found += lines[node.lineno - 1 : node.end_lineno]
        elif isinstance(node, ast.ImportFrom) and node.module:
            beside = path.with_name(f"{node.module}.py")
            imported += [beside] if beside.is_file() else []
    return tuple(line.strip() for line in found), tuple(imported)


def _is_cuda(decorator: ast.expr) -> bool:
    return "cuda." in ast.unparse(decorator)
