"""The comments that launch a kernel of CUDA C that stands alone: suggested, and as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gpuviz.cuda_c.macros import whole_number
from gpuviz.cuda_c.types import INT, CType, Pointer, name_of
from gpuviz.cuda_c.unit import (
    FunctionText,
    TemplateArguments,
    TemplateParameter,
    Unit,
    passed_to,
    read_unit,
)
from gpuviz.cuda_c.words import Word
from gpuviz.messages import Message, RequestRefused

VALUES = ("random", "ramp", "zeros", "ones", "empty")
"""What an array may hold."""
ONE_SIZE, SEVERAL_SIZES = 1000, 64
NUMBER = "2.0"  # of a parameter that is no size
LARGEST_SHOWN = 1 << 20  # number of a file that is an example
MOST_SIDES = 3  # of an array
MOST_THREADS = 1024  # of a block
NO_SIZE = re.compile(r"seed|stride|offset|step|iter|lda|ldb|ldc|pitch|radius|shift", re.IGNORECASE)
"""In the names of whole numbers that are no lengths."""
ALONG_X = re.compile(r"w(idth)?$|col|nx$", re.IGNORECASE)
SIDE = re.compile(r"tile|block|threads|tpb", re.IGNORECASE)
"""In the names of constants that are sides of a block."""
HINTS = (
    (re.compile(r"seed|offset|step|shift|rank|dev|verbose|debug", re.IGNORECASE), 1),
    (re.compile(r"iter|epoch|repeat|rounds|radius|times", re.IGNORECASE), 3),
    (re.compile(r"tile|dim|stride|pitch|lda|ldb|ldc", re.IGNORECASE), 16),
    (re.compile(r"(num|n_?)_?blocks|grid", re.IGNORECASE), 4),
    (re.compile(r"block|threads|tpb", re.IGNORECASE), 256),
)
"""What a number probably is by its name."""
TEMPLATE_NUMBERS = (16, 32, 8, 256, 128, 64, 4, 2, 1)


@dataclass(frozen=True, slots=True)
class HeadRow:
    """A parameter. Of an array `length` is that, and `values` one of VALUES; of a number `values`
    is the number itself.
    """

    name: str
    kind: str  # as it is written in C
    length: str  # "" of a number
    values: str

    @property
    def is_array(self) -> bool:
        """Whether it is a pointer."""
        return bool(self.length)

    @property
    def line(self) -> str:
        """What stands behind `// gpuviz:`."""
        made = f"{self.values}({self.length})" if self.is_array else self.values
        return f"{self.name} = {made}"


@dataclass(frozen=True, slots=True)
class Head:
    """All that is said of a launch. `kernel` is given for a template alone."""

    rows: tuple[HeadRow, ...]
    threads: str
    block: str
    kernel: str = ""

    @property
    def text(self) -> str:
        """The comments, as they stand at the top of the file."""
        rows = [row for row in self.rows if not row.is_array]  # sizes before what they measure
        rows += [row for row in self.rows if row.is_array]
        lines = [row.line for row in rows]
        lines += [f"threads = {self.threads}", f"block = {self.block}"]
        lines += [f"kernel = {self.kernel}"] if self.kernel else []
        return "".join(f"// gpuviz: {line}\n" for line in lines)

    def placed(self, source: str) -> str:
        """The file with these comments."""
        return self.text + source


def suggested_head(source: str, file: str) -> Head:
    """What a kernel probably wants, the first one of a file.

    Raises RequestRefused for a file without one, NotSupportedError for what cannot be read.
    """
    unit = read_unit(source, file)
    if not unit.kernels:
        message = Message("cuda-c.no-kernel", "{file} has no kernel.", {"file": file})
        raise RequestRefused(message)
    kernel = unit.kernels[0]
    given = tuple(
        np.dtype(np.float32) if one.is_type else suggested_number(unit, kernel, one)
        for one in kernel.templates
    )
    return head_of(unit, kernel, given)


def head_of(unit: Unit, kernel: FunctionText, given: TemplateArguments) -> Head:
    """What a kernel probably wants, for template arguments."""
    parameters = passed_to(unit.function(kernel, given))
    whole = [p.name for p in parameters if isinstance(p.kind, np.dtype) and p.kind.kind in "iu"]
    sizes = [name for name in whole if not NO_SIZE.search(name)] or whole[:1] or ["n"]
    several = max(len(sizes), 1 + uses_y(kernel))
    shown_as = {name: f"{example(unit, name, INT, several):g}" for name in {*sizes, *whole}}
    said = [name if name.isidentifier() else shown_as[name] for name in sizes]
    flat = not uses_y(kernel)
    if len(said) == 1 and not flat:
        said *= 2
    length = " * ".join(said[:MOST_SIDES])
    if len(said) > 1 and not ALONG_X.search(sizes[0]):
        said[:2] = [said[1], said[0]]
    side = next((one.value for name, one in unit.numbers.items() if SIDE.search(name)), 0)
    block = f"{side if 32 <= side <= MOST_THREADS else 256}"
    if not flat:
        block = f"{side}, {side}" if 2 <= side <= 32 else "16, 16"
    rows = []
    for one in parameters:
        kind, shown = one.kind, name_of(one.kind)
        if isinstance(kind, Pointer):
            rows.append(HeadRow(one.name, shown, length, "random" if kind.constant else "zeros"))
        elif one.name not in whole:
            value = "1" if kind == np.dtype(bool) else NUMBER
            rows.append(HeadRow(one.name, shown, "", value))
    first = [HeadRow(name, "int", "", shown_as[name]) for name in dict.fromkeys([*sizes, *whole])]
    return Head(
        (*first, *rows),
        length if flat else f"{said[0]}, {said[1]}",
        block,
        suggested_kernel(unit, kernel) if kernel.templates else "",
    )


def example(unit: Unit, name: str, kind: CType | None, several: int = 1) -> float:
    """A value that a name may have: that of a constant of the same name, else by what it says."""
    alike = [one.value for known, one in unit.numbers.items() if known.lower() == name.lower()]
    if alike and 1 < alike[0] <= LARGEST_SHOWN:
        return alike[0]
    if isinstance(kind, np.dtype) and kind.kind in "fb":
        return float(NUMBER) if kind.kind == "f" else 1
    hinted = next((value for hint, value in HINTS if hint.search(name)), None)
    return hinted or (ONE_SIZE if several == 1 else SEVERAL_SIZES)


def suggested_kernel(
    unit: Unit, kernel: FunctionText, known: Sequence[CType | int | None] = ()
) -> str:
    """A template as a launch names it: `sum<16, true>`; `known` are arguments that are told."""
    said = []
    for row, one in enumerate(kernel.templates):
        told = known[row] if row < len(known) else None
        if told is None and one.default:
            said.append("".join(word.text for word in one.default))
        elif told is None and one.is_type:
            said.append("float")
        elif told is None:
            number = suggested_number(unit, kernel, one)
            said.append(str(bool(number)).lower() if one.kind == "bool" else str(number))
        else:
            said.append(str(told) if isinstance(told, int) else name_of(told))
    return f"{kernel.name}<{', '.join(said)}>"


def suggested_number(unit: Unit, kernel: FunctionText, parameter: TemplateParameter) -> int:
    """A number that fits a template: of a constant of that name, or by its static_assert."""
    if parameter.kind == "bool":
        return 1
    first = int(example(unit, parameter.name, INT))
    wanted = [16 if first == ONE_SIZE else first, *TEMPLATE_NUMBERS]
    return next((one for one in wanted if _fits(kernel, parameter.name, one)), wanted[0])


def _fits(kernel: FunctionText, name: str, value: int) -> bool:
    """Whether the static_asserts of a kernel that name nothing else hold for a number."""
    words = kernel.words
    for at in (at for at, word in enumerate(words) if word.is_name("static_assert")):
        end = next((k for k in range(at, len(words)) if words[k].is_mark(",", ";")), len(words))
        test = words[at + 2 : end - words[end - 1].is_mark(")")]
        number = Word("number", str(value), words[at].place)
        found = whole_number([number if word.is_name(name) else word for word in test])
        if found == 0:
            return False
    return True


def uses_y(kernel: FunctionText) -> bool:
    """Whether its threads have two dimensions."""
    words = kernel.words
    pairs = zip(words, words[2:], strict=False)
    return any(one.is_name("threadIdx", "blockIdx") and other.text == "y" for one, other in pairs)
