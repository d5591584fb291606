"""The rows in which the inputs of a launch are chosen, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpuviz.operation.inputs import (
    DTYPES,
    LAYOUTS,
    VALUES,
    DtypeName,
    InputChoice,
    Inputs,
    LayoutName,
    ValuesName,
    choice_for,
    in_force,
    inputs_words,
)
from gpuviz.scene.numbers import sizes_text
from gpuviz.texts import told, tr
from gpuviz.trace import ArrayInfo, Trace

OwnTypes = Mapping[str, str]
"""By parameter: the type that the file itself gives it, where that is known."""


@dataclass(frozen=True, slots=True)
class InputRow:
    """One array, or with the name None all of them, and what can be chosen of it."""

    name: str | None
    shape: str  # "36 × 96"; "" of all arrays
    choice: InputChoice  # what is chosen of it alone
    unchosen_type: str  # what it has where no type of its own is chosen; "" where that is not known
    dtypes: tuple[DtypeName, ...]
    values: tuple[ValuesName, ...]
    layouts: tuple[LayoutName, ...]
    layout: LayoutName  # how it lies in memory


def input_arrays(trace: Trace, parameters: Sequence[str]) -> tuple[ArrayInfo, ...]:
    """The arrays among a kernel's parameters."""
    given = (info for info in trace.arrays if info.space == "global" and not info.part_of)
    return tuple(info for info in given if info.name in parameters)


def input_rows(
    arrays: Sequence[ArrayInfo], own_types: OwnTypes, inputs: Inputs
) -> tuple[InputRow, ...]:
    """A row for each array, and one for all of them where there are several."""
    rows = tuple(_row(info, own_types, inputs) for info in arrays)
    return (_row_of_all(rows, inputs), *rows) if len(rows) > 1 else rows


def own_types_of(arrays: Sequence[ArrayInfo], inputs: Inputs, before: OwnTypes) -> dict[str, str]:
    """What is known of the types after a launch with these inputs."""
    plain = (info for info in arrays if in_force(inputs, info.name).dtype is None)
    return {**before, **{info.name: str(info.dtype) for info in plain}}


def summary_words(inputs: Inputs) -> str:
    """All choices in a few words; "" where there are none."""
    return told(inputs_words(inputs))


def choice_tip(choice: DtypeName | ValuesName | LayoutName) -> str:
    """What a choice means."""
    tips = {
        "zeros": tr("All elements are 0."),
        "ones": tr("All elements are 1."),
        "ramp": tr("0, 1, 2 and so on, row by row."),
        "random": tr("Fractions from 0 to 1, whole numbers from 0 to 99: always the same ones."),
        "one-nan": tr("The same, but one of them is NaN, not a number."),
        "contiguous": tr("Row by row without gaps, as NumPy makes arrays."),
        "sliced": tr("Every second element of an array twice as wide, as a[:, ::2] is."),
        "transposed": tr("Column by column, as a.T is, or an array in Fortran's order."),
    }
    return tips.get(choice, "")


def choice_label(choice: DtypeName | ValuesName | LayoutName) -> str:
    """A choice, short enough for a pull-down of the panel."""
    labels = {
        "zeros": tr("zeros"),
        "ones": tr("ones"),
        "ramp": tr("0, 1, 2.."),
        "random": tr("random"),
        "one-nan": tr("1 NaN"),
        "contiguous": tr("contiguous"),
        "sliced": tr("sliced"),
        "transposed": tr("transposed"),
    }
    return labels.get(choice, choice)


def _row(info: ArrayInfo, own_types: OwnTypes, inputs: Inputs) -> InputRow:
    choice = choice_for(inputs, info.name)
    common = choice_for(inputs, None).dtype
    unchosen = common or own_types.get(info.name, "")  # the trace may be that of an earlier choice
    dtype = choice.dtype or unchosen or str(info.dtype)
    is_plain = info.dtype.kind in ("b", "i", "u", "f")
    return InputRow(
        info.name,
        sizes_text(info.shape),
        choice,
        unchosen,
        DTYPES if is_plain else (),
        () if info.dtype.names else _values(dtype.startswith("float")),
        tuple(name for name in LAYOUTS if name != "transposed" or len(info.shape) > 1),
        in_force(inputs, info.name).layout or "contiguous",
    )


def _values(has_nan: bool) -> tuple[ValuesName, ...]:
    return tuple(name for name in VALUES if name != "one-nan" or has_nan)


def _row_of_all(rows: Sequence[InputRow], inputs: Inputs) -> InputRow:
    """Types and layouts; values are those of one array."""
    choice = choice_for(inputs, None)
    layouts = tuple(name for name in LAYOUTS if any(name in row.layouts for row in rows))
    types = {row.unchosen_type for row in rows}
    unchosen = types.pop() if len(types) == 1 and choice.dtype is None else ""
    return InputRow(None, "", choice, unchosen, DTYPES, (), layouts, choice.layout or "contiguous")
