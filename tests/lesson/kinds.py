"""What kind of task a step of a lesson is: assets/lessons/README.md says the same in words."""

from __future__ import annotations

import re
from typing import Literal

from gpuviz.device import find_device
from gpuviz.lesson import LessonStep
from gpuviz.lesson.condition import ConditionPart
from gpuviz.lesson.names import operation_named

Kind = Literal["set", "predict", "find", "explain", "repair"]

FORM = ("size", "block", "grid", "operation", "device", "schedule", "engine", "live")
SWITCHES = (
    "swept",
    "beside_cpu",
    "heat",
    "source",
    "colour",
    "elements",
    "comparing",
    "drawn",
)  # always told
LOOKED_AT = (
    *("chosen", "level", "element", "line", "step", "steps", "playing", "at_end", "panel"),
    *("kernel", "launch"),
)
NUMBER_WORDS = {"a million": "1000000", "all three layers": "3"}


def kind_of(step: LessonStep) -> Kind:
    """By what answers it; English, as it reads the question."""
    if step.puzzle:
        return "repair"
    if step.explains:
        return "explain"
    if any(_is_told(part, step.question) for part in step.answer.parts):
        return "set"
    looks = any(_root(part) in LOOKED_AT for part in step.answer.parts)
    return "predict" if looks and step.guesses else "find"


def _is_told(part: ConditionPart, question: str) -> bool:
    """Whether the question says what to set."""
    if _root(part) in SWITCHES:
        return True
    if _root(part) not in FORM or part.sign != "=":
        return False
    if part.fact.name == "device":
        names = re.findall(r"\w+", find_device(part.text).name)
        return any(name in re.findall(r"\w+", question) for name in names)
    if part.fact.name == "operation":
        said = question.lower().replace(",", "")
        return operation_named(part.text).title.lower().replace(",", "") in said or (
            part.text in question
        )
    if part.fact.kind == "word":
        return part.text.lower() in question.lower()
    return bool(set(re.findall(r"\d+", part.text)) & _numbers(question))


def _numbers(question: str) -> set[str]:
    """Those of a question; digits in groups of three are one number."""
    plain = re.sub(r"(?<=\d) (?=\d{3}\b)", "", question)
    words = {number for word, number in NUMBER_WORDS.items() if word in question}
    return {*re.findall(r"\d+", plain)} | words


def _root(part: ConditionPart) -> str:
    return part.fact.name.partition(".")[0]
