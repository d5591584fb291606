"""Lessons with something wrong in them; what is accepted is played, whatever the window shows."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from gpuviz.device import find_device
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.lesson import (
    CONTROLS,
    FACTS,
    PANELS,
    SETTINGS,
    Chosen,
    Lesson,
    ObservedState,
    Played,
    Playing,
    ViewState,
    batches_until,
    lesson_files,
    read_lesson,
)
from gpuviz.operation import find_operation
from gpuviz.ui.lessons.words import lesson_html
from tools.fuzzing.good import result_of
from tools.fuzzing.kinds import Broken, checked_sentence
from tools.fuzzing.odd import odd_bytes, odd_lines, odd_text

KEYS = (
    "set",
    "point",
    "predict",
    "explain",
    "wrong",
    "answer",
    "solution",
    "hint",
    "reveal",
    "lesson",
    "title",
    "?",
)
SIGNS = ("=", "=", "=", "!=", "<", "<=", ">", ">=", "in", "==", "")
VALUES = (
    *("0", "1", "33", "64,64,32", "32x8", "8..16", "yes", "no", '"c[i] = a[i] + b[i]"', "c[785]"),
    *("emulator", "t4", "lockstep", "on", "off", "block 3 thread 17", "thread 785", "auto", "end"),
    *("vector_add", "conv2d", "mine.py", "sub/mine.py", "../mine.py", "block 99999999999999999999"),
)
KERNELS = {
    "mine.py": "from numba import cuda\n@cuda.jit\ndef f(x):\n    x[cuda.grid(1)] = 1\n",
    "sub/mine.py": "def (",
}
"""Kernel files beside the lesson: neither is run."""


@functools.cache
def _good() -> tuple[str, ...]:
    files = [file for language in ("en", "zh_CN") for file in lesson_files(language)]
    return tuple(file.read_text(encoding="utf-8") for file in files)


def make(chance: random.Random) -> bytes:
    """A lesson in which some lines are others."""
    lines = chance.choice(_good()).splitlines()
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        change = chance.choice((_another_mark, _another_mark, _another_answer, _more, odd_lines))
        lines = change(lines, chance)
    data = "\n".join(lines).encode("utf-8", "surrogatepass")
    return odd_bytes(data, chance) if chance.random() < 0.1 else data


def _another_mark(lines: list[str], chance: random.Random) -> list[str]:
    """A line with a key says something else."""
    places = [at for at, line in enumerate(lines) if line.partition(":")[0].strip() in KEYS]
    if not places:
        return lines
    at = chance.choice(places)
    key = lines[at].partition(":")[0]
    if chance.random() < 0.1:
        key = chance.choice((*KEYS, odd_text(chance)))
    return [*lines[:at], f"{key}: {_words(key, chance)}", *lines[at + 1 :]]


def _another_answer(lines: list[str], chance: random.Random) -> list[str]:
    """An answer that may well be one, with what to set for it."""
    places = [at for at, line in enumerate(lines) if line.startswith("answer:")]
    if not places:
        return lines
    at = chance.choice(places)
    parts = [_condition(chance) for _ in range(chance.choice((1, 1, 2, 3)))]
    kept = [line for line in lines[at + 1 : at + 2] if not line.startswith("solution:")]
    both = [f"answer: {' and '.join(parts)}", f"solution: {_setting(chance)}"]
    return [*lines[:at], *both[: chance.choice((1, 2, 2))], *kept, *lines[at + 2 :]]


def _more(lines: list[str], chance: random.Random) -> list[str]:
    """Far more of something: words, marks, steps."""
    at = chance.randrange(len(lines))
    what = chance.choice(
        (
            f"answer: {' and '.join([_condition(chance)] * chance.choice((10, 300)))}",
            f"answer: {chance.choice(tuple(FACTS))} = {odd_text(chance) * 50}",
            f"answer: line = {chr(34) * chance.choice((1, 3, 400))}" + " and " * 200,
            f"set: {'; '.join(_setting(chance) for _ in range(200))}",
            f"point: {', '.join(chance.choices(list(CONTROLS), k=100))}",
            f"predict: {' | '.join(odd_text(chance) for _ in range(4))}*",
            *("*" * 9000, "`" * 9001, "- " * 5000, "1. " * 5000, "[" * 9000, " " * 20_000 + "x"),
            *("## x\n" * 300, "---\n" * 300, "```\n" * 301, "a: b\n" * 500, "word " * 200),
        )
    )
    return [*lines[:at], *what.split("\n"), *lines[at:]]


def _words(key: str, chance: random.Random) -> str:
    if chance.random() < 0.3:
        return odd_text(chance)
    match key:
        case "set" | "solution":
            return "; ".join(_setting(chance) for _ in range(chance.choice((1, 2, 3))))
        case "answer":
            return _condition(chance)
        case "point":
            return chance.choice(list(CONTROLS))
        case "predict" | "explain":
            return chance.choice(
                ("1 | 2*", "a* | b | c", "* | *", "a | b", "<b>* | &amp;", "1 < 2*")
            )
        case "wrong":
            return chance.choice(("1 | no", "b | {kernel_us}", "a", "| a", "2 | <b>"))
    return f"{chance.choice(VALUES)} {odd_text(chance)}"


def _setting(chance: random.Random) -> str:
    spec = SETTINGS[chance.choice(list(SETTINGS))]
    name = odd_text(chance) if chance.random() < 0.05 else spec.name
    return f"{name} = {_value((*spec.values, spec.example.split('`')[0]), chance)}"


def _condition(chance: random.Random) -> str:
    fact = FACTS[chance.choice(list(FACTS))]
    name = fact.name.replace("NAME", chance.choice(("n", "m", "rows", "x")))
    known = {
        "number": ("0", "1", "33", "2.5", "-1", "1e9"),
        "shape": ("256", "32x8", "1,2,3", "1000"),
        "yes or no": ("yes", "no"),
        "text": ('"i = cuda.grid(1)"', '"if"'),
        "element": ("c[785]", "a[0]", "A[1, 2]"),
    }.get(fact.kind, tuple(fact.values) or ("vector_add",))
    sign = "=" if fact.kind != "number" and chance.random() < 0.8 else chance.choice(SIGNS)
    value = _value(known, chance)
    return f"{name} {sign} {value}..{value}" if sign == "in" else f"{name} {sign} {value}"


def _value(known: tuple[str, ...], chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.7:
        return chance.choice(known)
    return chance.choice(VALUES) if kind < 0.85 else odd_text(chance)


def judge(data: bytes, folder: Path, *, closely: bool) -> str:
    """Its problems are sentences; without any it is played and shown."""
    for name, text in KERNELS.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    path = folder / "lesson.md"
    path.write_bytes(data)
    read = read_lesson(path)
    for problem in read.problems:
        checked_sentence(problem.text)
    if read.lesson is None:
        if not read.problems:
            raise Broken("a lesson is refused without a reason")
        return "refused"
    _play(read.lesson)
    return "accepted"


def _play(lesson: Lesson) -> None:
    playing = Playing(lesson)
    for number, step in enumerate(lesson.steps):
        batches_until(lesson, number)
        for text in (step.title, step.text, step.question, step.hint, step.reveal):
            lesson_html(text)
        playing = playing.at(number).once_begun().with_guess(0).with_hint()
        for seen in _seen():
            if step.answer.holds(seen):
                playing = playing.once_answered().with_figures(seen)
                lesson_html(playing.reveal)


@functools.cache
def _seen() -> tuple[ObservedState, ...]:
    return tuple(_all_seen())


def _all_seen() -> Iterator[ObservedState]:
    """Windows in which nothing, something and all is known."""
    for name, size in (("vector_add", (1000,)), ("matmul_tiled", (8, 8, 8)), ("saxpy", (100,))):
        operation, result = find_operation(name), result_of(name, size)
        bare: dict[str, Any] = {"engine": "emulator", "device": find_device("t4")}
        config = LaunchConfig(Dim3(4), Dim3(256))
        seen = ObservedState(operation, size, config, schedule="lockstep", **bare)
        yield seen
        yield replace(seen, refused=True, failed=True, live=False, grid_pinned=True, drawn=True)
        yield replace(
            seen,
            config=result.trace.config,
            result=result,
            trace=result.trace,
            chosen=Chosen(0, 0, 17, "c[785]"),
            view=ViewState("timing", swept=frozenset({"sizes", "blocks"})),
            played=Played(3, 9, "c[i] = a[i] + b[i]", 0, 0, 32, True, True),
        )
        numberless = replace(result, correct=None, max_abs_error=float("nan"))
        yield replace(seen, result=numberless, launch=1, view=ViewState(next(iter(PANELS))))
