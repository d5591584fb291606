"""Grades an answer to a puzzle by running it: the puzzle's inputs, the student's kernel."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from gpuviz.engines.c_answer import CAnswer, read_c_answer
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.grading import FIGURE_WORDS, FIGURES, Goal, Grading, GradingRequest, Verdict
from gpuviz.engines.host import Kernels, LoadedOperation, load_operation
from gpuviz.engines.puzzle_answer import Answer, read_answer
from gpuviz.engines.request import LaunchRequest, LaunchResult, LongLoop, Progress
from gpuviz.engines.wrong_elements import writer_of_first, wrong_message
from gpuviz.messages import GpuvizError, KernelFailed, Message, SourcePlace
from gpuviz.operation import OperationInfo, describe
from gpuviz.operation.module import read_as
from gpuviz.trace import Trace
from gpuviz.units import sizes_text


@dataclass(frozen=True, slots=True)
class WithAnswer(LoadedOperation):
    """The puzzle's own file with the student's kernel in the place of its own."""

    answer: Any = None

    @property
    def kernel(self) -> Any:
        """The student's."""
        return self.answer


@dataclass(frozen=True, slots=True)
class _Wrong:
    """What is wrong with a launch."""

    verdict: Verdict
    messages: tuple[Message, ...]
    place: SourcePlace | None = None


def grade(request: GradingRequest, progress: Progress) -> Grading:
    """Runs the answer in every case until one goes wrong, then counts for the goals.

    What is wrong with the answer is in the grading. Raises RequestRefused for a puzzle that is
    itself wrong.
    """
    start = describe(request.start)
    file = str(request.operation.absolute())
    try:
        read = read_answer if start.c_launch is None else read_c_answer
        answer = read(request.text, start, file)
    except GpuvizError as error:
        return Grading(request.number, "refused", (error.message,), error.place)
    loaded = load_operation(request.start)
    if isinstance(answer, CAnswer):
        return _graded(request, start, answer, replace(loaded, info=answer.info), progress)
    with read_as(Path(file), request.text):
        try:
            kernel = answer.function(vars(loaded.module))
        except Exception as error:  # a name that is not there, a module that has no such thing
            words = Message(
                "puzzle.not-made", "The functions cannot be made: {words}.", {"words": str(error)}
            )
            return Grading(request.number, "refused", (words,), notes=answer.notes)
        mine = WithAnswer(loaded.info, loaded.module, loaded.beside, answer=kernel)
        return _graded(request, start, answer, mine, progress)


def _graded(
    request: GradingRequest,
    start: OperationInfo,
    answer: Answer | CAnswer,
    mine: LoadedOperation,
    progress: Progress,
) -> Grading:
    first: LaunchResult | None = None
    for case in range(len(request.cases)):
        known = Grading(request.number, "solved", passed=case, notes=answer.notes, case=case)
        try:
            result = _launched(request, case, mine, progress)
        except GpuvizError as error:
            at = _case_message(request, start, case)
            return replace(known, verdict="failed", messages=(at, error.message), place=error.place)
        wrong = _wrong(result, start)
        if wrong is not None:
            messages = (_case_message(request, start, case), *wrong.messages)
            return replace(
                known, verdict=wrong.verdict, messages=messages, place=wrong.place, result=result
            )
        first = first or result
        progress((case + 1) / len(request.cases))
    assert first is not None
    return _with_goals(
        Grading(
            request.number,
            "solved",
            passed=len(request.cases),
            notes=(*answer.notes, *first.messages),
            result=first,
        ),
        request.goals,
        first.trace,
    )


def _launched(
    request: GradingRequest, case: int, mine: LoadedOperation, progress: Progress
) -> LaunchResult:
    asked: LaunchRequest = request.launch(case)
    begun = time.monotonic()

    def told(share: float | LongLoop) -> None:
        if isinstance(share, LongLoop):
            progress(share)
            if time.monotonic() - begun > request.patience_s:
                raise _lasting(share, str(request.operation.absolute()))

    def load(path: Path, kernels: Kernels) -> LoadedOperation:
        return mine

    return EmulatorEngine(load=load).run(asked, told)


def _lasting(loop: LongLoop, file: str) -> KernelFailed:
    template = (
        "The loop in line {line} was ended: after {rounds} turns it still went on. Change what its"
        " condition tests, inside the loop."
    )
    values = {"line": loop.line, "rounds": loop.rounds}
    return KernelFailed(Message("puzzle.lasting", template, values), SourcePlace(file, loop.line))


def _wrong(result: LaunchResult, start: OperationInfo) -> _Wrong | None:
    """The first thing that is wrong with a launch: what explains most comes first."""
    trace = result.trace
    if trace.hazards:
        hazard = trace.hazards[0]
        place = SourcePlace(hazard.file or trace.functions[0].file, hazard.line)
        return _Wrong(hazard.kind, (hazard.message,), place)
    if trace.failure is not None:
        return _Wrong("failed", (trace.failure,))
    written = _written_input(trace, start)
    if written is not None:
        template = "The kernel writes into {array}, which is an input: write only into {outputs}."
        values = {"array": written, "outputs": ", ".join(start.outputs)}
        return _Wrong("inputs", (Message("puzzle.inputs", template, values),))
    if result.wrong:
        wrong = result.wrong[0]
        if wrong.array not in trace.last_writer:
            template = "No thread writes into {array}: the kernel has to store its result there."
            return _Wrong(
                "unwritten", (Message("puzzle.empty-result", template, {"array": wrong.array}),)
            )
        is_unwritten = writer_of_first(trace, wrong) is None
        verdict: Verdict = "unwritten" if is_unwritten else "wrong"
        return _Wrong(verdict, (wrong_message(trace, wrong),))
    return None


def _written_input(trace: Trace, start: OperationInfo) -> str | None:
    """An array that the kernel has no business to write."""
    inputs = (name for name in start.parameters if name not in start.outputs)
    found = (name for name in inputs if name in trace.last_writer)
    return next((name for name in found if bool((trace.last_writer[name] >= 0).any())), None)


def _with_goals(grading: Grading, goals: tuple[Goal, ...], trace: Trace) -> Grading:
    """Whether the figures of the first case are good enough."""
    counters = trace.counters
    assert counters is not None
    figures = tuple(FIGURES[goal.figure](counters) for goal in goals)
    missed = [
        _missed(goal, figure)
        for goal, figure in zip(goals, figures, strict=True)
        if figure > goal.most
    ]
    if not missed:
        return replace(grading, figures=figures)
    right = Message("puzzle.right", "The result is right, but not every goal is reached.")
    return replace(grading, verdict="goal", messages=(right, *missed), figures=figures)


def _missed(goal: Goal, figure: int) -> Message:
    template = "{figure}: {found}, and the goal is at most {most}."
    values = {"figure": FIGURE_WORDS[goal.figure], "found": figure, "most": goal.most}
    return Message("puzzle.goal", template, values)


def _case_message(request: GradingRequest, start: OperationInfo, case: int) -> Message:
    """Which size and block it was."""
    one = request.cases[case]
    sides = [str(side) for side in one.block]
    while len(sides) > 1 and sides[-1] == "1":
        sides.pop()
    values = {"size": sizes_text(one.size), "block": " x ".join(sides)}
    return Message("puzzle.case", "With size {size} and block {block}:", values)
