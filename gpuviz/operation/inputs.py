"""What somebody chose that the arrays of a launch hold, and how they lie in memory.

A choice changes what the file's `inputs` makes, never its shape: `gpuviz.engines.chosen_inputs`
does that. Of a pipeline nothing can be chosen: its host code decides which arrays its launches get.
"""

from __future__ import annotations

import difflib
import typing
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from gpuviz.messages import EnglishText, Message, RequestRefused, listed, shortened, word
from gpuviz.operation.info import OperationInfo

DtypeName = Literal[
    "float16", "float32", "float64", "int8", "int16", "int32", "int64",
    "uint8", "uint16", "uint32", "uint64",
]  # fmt: skip
"""Types of elements, by NumPy's names."""

ValuesName = Literal["zeros", "ones", "ramp", "random", "one-nan"]
"""0, 1, 2, ..; seeded, 0 up to 1 or 0 to 99; the same with one NaN among them."""

LayoutName = Literal["contiguous", "sliced", "transposed"]
"""By rows without gaps; every second element of an array twice as wide; by columns."""

DTYPES: tuple[DtypeName, ...] = typing.get_args(DtypeName)
VALUES: tuple[ValuesName, ...] = typing.get_args(ValuesName)
LAYOUTS: tuple[LayoutName, ...] = typing.get_args(LayoutName)

VALUES_WORDS: Mapping[ValuesName, EnglishText] = {
    "zeros": "zeros",
    "ones": "ones",
    "ramp": "0, 1, 2, ..",
    "random": "random numbers",
    "one-nan": "random numbers with one NaN",
}
LAYOUT_WORDS: Mapping[LayoutName, EnglishText] = {
    "contiguous": "contiguous",
    "sliced": "sliced",
    "transposed": "transposed",
}
CSV, NPY = (".csv", ".txt", ".tsv"), ".npy"
SUFFIXES = (*CSV, NPY)

INPUTS_CHOSEN = "inputs.chosen"
"""Code of the note in a trace that says what was chosen of its inputs."""

MOST_OPTIONS = 200
METAVAR = "[NAME=]CHOICE[,..]"


@dataclass(frozen=True, slots=True)
class InputChoice:
    """What is changed of an array; None: it stays as the file makes it.

    `name` is the parameter, None: all arrays. A type for all is one for those of its kind, whole
    numbers or fractions; where there are none of it, for all.
    """

    name: str | None
    dtype: DtypeName | None = None
    values: ValuesName | None = None
    layout: LayoutName | None = None
    file: Path | None = None  # whose numbers it holds, in the place of `values`

    @property
    def is_none(self) -> bool:
        """Whether it changes nothing."""
        return self == InputChoice(self.name)

    @property
    def words(self) -> object:
        """All that is chosen, as a value of a Message: "float64, transposed"."""
        parts: list[object] = []
        if self.dtype is not None:
            parts.append(self.dtype)
        if self.values is not None:
            parts.append(word(VALUES_WORDS[self.values]))
        if self.file is not None:
            parts.append(self.file.name)
        if self.layout is not None:
            parts.append(word(LAYOUT_WORDS[self.layout]))
        return listed(parts)


Inputs = tuple[InputChoice, ...]
"""At most one choice for each parameter, and one for all; none of them empty."""


def with_choice(inputs: Inputs, choice: InputChoice) -> Inputs:
    """The choices with another one for the same parameter."""
    others = tuple(one for one in inputs if one.name != choice.name)
    return others if choice.is_none else (*others, choice)


def choice_for(inputs: Inputs, name: str | None) -> InputChoice:
    """The choice for a parameter alone; an empty one where there is none."""
    return next((one for one in inputs if one.name == name), InputChoice(name))


def in_force(inputs: Inputs, name: str) -> InputChoice:
    """What counts for a parameter: its own choice, and for the rest that for all arrays."""
    own, common = choice_for(inputs, name), choice_for(inputs, None)
    values = {"values": own.values, "file": own.file}
    if own.values is None and own.file is None:
        values = {"values": common.values, "file": common.file}
    dtype, layout = own.dtype or common.dtype, own.layout or common.layout
    return InputChoice(name, dtype, layout=layout, **values)  # type: ignore[arg-type]


def without_files(inputs: Inputs) -> Inputs:
    """The same with the file's own values: a file fits one size alone."""
    kept = (replace(one, file=None) for one in inputs)
    return tuple(one for one in kept if not one.is_none)


def inputs_message(inputs: Inputs) -> Message:
    """All choices in a sentence."""
    named = [
        word("{name}: {what}", name=one.name or word("all arrays"), what=one.words)
        for one in inputs
    ]
    template = "The inputs are not those that the file makes, but with these changes: {choices}."
    return Message(INPUTS_CHOSEN, template, {"choices": _joined_by_semicolons(named)})


def inputs_words(inputs: Inputs) -> object:
    """All choices, short, as a value of a Message; "" where there are none."""
    named = [
        one.words if one.name is None else word("{name}: {what}", name=one.name, what=one.words)
        for one in inputs
    ]
    return _joined_by_semicolons(named)


def _joined_by_semicolons(parts: Sequence[object]) -> object:
    if not parts:
        return ""
    whole = parts[0]
    for part in parts[1:]:
        whole = Message("words.joined", "{before}; {last}", {"before": whole, "last": part})
    return whole


def input_refusals(info: OperationInfo, inputs: Inputs) -> tuple[Message, ...]:
    """Why nothing can be launched with these inputs, as far as that is known before."""
    if not inputs:
        return ()
    if info.is_pipeline:
        template = (
            "{name} is a pipeline: its host code makes the arrays of its launches, so their types,"
            " values and layouts cannot be chosen here. Change inputs in a copy of its file."
        )
        return (Message("inputs.pipeline", template, {"name": info.name}),)
    unknown = (one.name for one in inputs if one.name not in (None, *info.parameters))
    return tuple(_no_parameter(info, name) for name in unknown if name is not None)


def check_inputs(info: OperationInfo, inputs: Inputs) -> None:
    """Raises RequestRefused with the first of those reasons."""
    for message in input_refusals(info, inputs):
        raise RequestRefused(message)


def read_inputs(info: OperationInfo, texts: Iterable[str]) -> Inputs:
    """Reads "a=float64,transposed", "b=@data.csv" or, for all arrays, "float64".

    Raises RequestRefused.
    """
    inputs: Inputs = ()
    for count, text in enumerate(texts):
        if count == MOST_OPTIONS:
            template = "So many inputs cannot be chosen: give at most {most}."
            raise RequestRefused(Message("inputs.too-many", template, {"most": MOST_OPTIONS}))
        inputs = with_choice(inputs, _read(info, text, inputs))
    check_inputs(info, inputs)
    return inputs


def input_text(choice: InputChoice) -> str:
    """A choice as `read_inputs` reads it."""
    file = None if choice.file is None else f"@{choice.file}"
    parts = ",".join(filter(None, (choice.dtype, choice.values, choice.layout, file)))
    return parts if choice.name is None else f"{choice.name}={parts}"


def _read(info: OperationInfo, text: str, before: Inputs) -> InputChoice:
    """One text, with what is chosen for the same parameter already."""
    name, equals, parts = text.partition("=")
    if not equals or "@" in name:  # a path may have an = in it
        name, parts = "", text
    elif not name.strip():
        raise RequestRefused(_not_understood(text, text, info))
    choice, seen = choice_for(before, name.strip() or None), set[str]()
    for part in _parts(parts):
        changed = _with_part(choice, part)
        kind = _kind(part)
        if changed is None or kind in seen:
            raise RequestRefused(_not_understood(text, part, info))
        choice = changed
        seen.add(kind)
    return choice


def _parts(text: str) -> list[str]:
    """What stands between commas; the path behind an @ is all the rest."""
    head, at, path = text.partition("@")
    parts = [part.strip() for part in head.split(",")]
    return [*parts[:-1], at + path.strip()] if at and not parts[-1] else parts


def _kind(part: str) -> str:
    if part in DTYPES:
        return "dtype"
    return "layout" if part in LAYOUTS else "values"


def _with_part(choice: InputChoice, part: str) -> InputChoice | None:
    """The choice with one word of it; None where nobody knows the word."""
    if part.startswith("@") and len(part) > 1:
        return replace(choice, values=None, file=checked_file(Path(part[1:])))
    for dtype in DTYPES:
        if part == dtype:
            return replace(choice, dtype=dtype)
    for values in VALUES:
        if part == values:
            return replace(choice, values=values, file=None)
    for layout in LAYOUTS:
        if part == layout:
            return replace(choice, layout=layout)
    return None


def checked_file(path: Path) -> Path:
    """The absolute path. Raises RequestRefused where its name promises no numbers."""
    if path.suffix.lower() in SUFFIXES:
        return path.absolute()
    template = (
        "{file} is no file of numbers that gpuviz reads: give a text of numbers (.csv), or an array"
        " that np.save wrote (.npy)."
    )
    raise RequestRefused(Message("inputs.suffix", template, {"file": shortened(path.name)}))


def _no_parameter(info: OperationInfo, name: str) -> Message:
    template = "{kernel} has no parameter '{name}': it has {known}."
    values = {
        "kernel": info.kernel,
        "name": shortened(name),
        "known": ", ".join(info.parameters),
    }
    return Message("inputs.unknown-name", template, values)


def _not_understood(text: str, part: str, info: OperationInfo) -> Message:
    known = (*DTYPES, *VALUES, *LAYOUTS)
    near = difflib.get_close_matches(part, known, 1, 0.6)
    values: dict[str, object] = {
        "text": shortened(text),
        "part": shortened(part),
        "name": info.parameters[0],
    }
    if near and near[0] != part:
        template = "Input '{text}': there is no '{part}'. Did you mean '{near}'?"
        return Message("inputs.not-understood", template, {**values, "near": near[0]})
    template = (
        "Input '{text}': '{part}' is not understood. Give a type ({dtypes}), values ({values} or"
        " @FILE) and a layout ({layouts}), each once at most, as in {name}=float64,ramp."
    )
    words = {
        "dtypes": ", ".join(DTYPES),
        "values": ", ".join(VALUES),
        "layouts": ", ".join(LAYOUTS),
    }
    return Message("inputs.not-understood", template, {**values, **words})
