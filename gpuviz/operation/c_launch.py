"""How a kernel of CUDA C is launched: what its file's comments say, or its host code."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.comments import (
    NUMBER,
    WORDS,
    comments_of,
    lines_of,
    numbers_said,
    with_comments,
)
from gpuviz.cuda_c.host_values import HostPointer, innermost
from gpuviz.cuda_c.host_walk import arguments_missing, names_missing, walked_launches
from gpuviz.cuda_c.launches import (
    NO_SIZES,
    Formula,
    HostCode,
    HostLaunch,
    pointer_in,
    read_host,
)
from gpuviz.cuda_c.types import INT, CType, Pointer, memory_dtype, name_of
from gpuviz.cuda_c.unit import (
    FunctionText,
    Passed,
    TemplateArguments,
    Unit,
    passed_to,
    read_unit,
)
from gpuviz.launch import Dim3
from gpuviz.messages import (
    EnglishTemplate,
    Message,
    NotSupportedError,
    RequestRefused,
    SourcePlace,
    listed,
)
from gpuviz.operation.c_head import (
    ONE_SIZE,
    SEVERAL_SIZES,
    Head,
    example,
    head_of,
    suggested_kernel,
    uses_y,
)
from gpuviz.operation.expression import Expression, ExpressionError

TWIN_LINE = re.compile(r"^//     (\w+) = (\w+)\.(size|shape\[(\d)\])\s*$", re.MULTILINE)
MADE = re.compile(r"^(zeros|ones|ramp|random|empty)\((.+)\)$")
LISTED = re.compile(r"^\{(.*)\}$")
NO_LAUNCH = frozenset({"cuda-c.no-launch", "cuda-c.asked"})
"""Codes of refusals that comments in the file answer."""
MOST_ASKED = 60  # comments of one message
MOST_ELEMENTS = 1 << 26
DEFAULT_BLOCK = 256
SHARED_BYTES = 8  # for each thread of a block, as an example


@dataclass(frozen=True, slots=True)
class CArray:
    """What an array of a launch holds: "random" and its like, or the numbers themselves."""

    name: str
    shape: tuple[Expression, ...]
    values: str
    numbers: tuple[float, ...] = ()
    offset: int = 0  # the element that the kernel's pointer points to


@dataclass(frozen=True, slots=True)
class CNumber:
    """A number that is passed: computed of sizes, plain, or of the shape of the array `of`.

    `axis` -1: its size.
    """

    name: str
    value: Expression | float
    of: str = ""
    axis: int = -1


@dataclass(frozen=True, slots=True)
class CLaunch:
    """A launch of a kernel in CUDA C; the sizes are those of the OperationInfo."""

    kernel: str
    templates: TemplateArguments
    arrays: tuple[CArray, ...]
    numbers: tuple[CNumber, ...]
    constants: tuple[CArray, ...] = ()
    shared: Expression | None = None  # bytes of dynamic shared memory
    has_twin: bool = False


@dataclass(frozen=True, slots=True)
class Described:
    """The same with what an OperationInfo needs besides."""

    launch: CLaunch
    sizes: tuple[tuple[str, int], ...]
    threads: tuple[Expression, ...]
    block: Dim3
    outputs: tuple[str, ...]


class _At:
    """A line of the file, at which something is refused."""

    def __init__(self, unit: Unit, line: int) -> None:
        self._unit, self._line = unit, line

    def refusal(self, code: str, template: EnglishTemplate, **values: object) -> RequestRefused:
        """What is wrong there."""
        place = SourcePlace(self._unit.file, self._line)
        return RequestRefused(Message(f"cuda-c.{code}", template, values), place)


class _Asked(Exception):
    """Something of a launch is not known: comments that would tell it, as an example."""

    def __init__(self, comments: Mapping[str, str]) -> None:
        self.comments = comments


def sizes_said(text: str) -> dict[str, int]:
    """The whole numbers among the comments of a file: they stand for the program's own."""
    said = comments_of(text).items()
    return {name: int(value) for name, value in said if name not in WORDS and value.isdigit()}


def tells_a_launch(text: str) -> bool:
    """Whether comments say more of a launch than sizes and the arguments of the program."""
    return not set(comments_of(text)) <= {*sizes_said(text), "arguments"}


def launched_kernels(unit: Unit) -> tuple[str, ...]:
    """The kernels that the host code launches, in order; one that comments choose stands alone."""
    if "kernel" in comments_of(unit.text):
        return ()
    known = {kernel.name for kernel in unit.kernels}
    names = (one.kernel for one in read_host(unit).launches)
    return tuple(dict.fromkeys(name for name in names if name in known))


def launch_of(unit: Unit, kernel_name: str = "") -> Described:
    """How a file's kernel is launched, the one of a name or the first that the host launches.

    Raises RequestRefused where nothing tells, with all comments that would, of all its kernels.
    """
    described, asked = _described(unit, kernel_name, {})
    if described is not None and not asked:
        return described
    told = read_unit(with_comments(unit.text, asked), unit.file)
    kernel = _chosen_kernel(told, _comments(told, kernel_name), read_host(told))[0]
    names = [kernel.name]
    for name in launched_kernels(unit) if not kernel_name else ():
        try:
            more = _described(unit, name, asked)[1] if name != kernel.name else asked
        except (RequestRefused, NotSupportedError):  # it is told by itself
            continue
        names += [name] if len(more) > len(asked) else []
        asked = more
    raise _asking(unit, kernel, names, asked)


def _described(
    unit: Unit, kernel_name: str, asked: Mapping[str, str]
) -> tuple[Described | None, dict[str, str]]:
    """A launch, with all comments that it needs besides those of the file: they are found by
    reading it again with each that lacks.
    """
    found = dict(asked)
    while len(found) < MOST_ASKED:
        told = read_unit(with_comments(unit.text, found), unit.file) if found else unit
        try:
            return _read(told, kernel_name), found
        except _Asked as more:
            if more.comments.items() <= found.items():
                break
            found |= more.comments
    return None, found


def _comments(unit: Unit, kernel_name: str) -> dict[str, str]:
    """The comments of a file, of which one kernel is wanted."""
    comments = comments_of(unit.text)
    named = comments.get("kernel", "").partition("<")[0].strip()
    return comments | ({"kernel": kernel_name} if kernel_name not in ("", named) else {})


def _read(unit: Unit, kernel_name: str) -> Described:
    """Raises _Asked for what is not known."""
    comments = _comments(unit, kernel_name)
    host = read_host(unit)
    kernel, templates = _chosen_kernel(unit, comments, host)
    at = _At(unit, kernel.first_line)
    if templates is None:
        met = _templates_met(unit, kernel)
        called = _called_type(kernel, met)
        if called:
            template = (
                "{kernel} is a template, and what it gets for {name} is not known: it may be a"
                " structure with operator(), or a lambda [=] __device__ (..) {{ .. }} that copies"
                " what it uses."
            )
            raise at.refusal("template", template, kernel=kernel.name, name=called)
        raise _Asked({"kernel": suggested_kernel(unit, kernel, met)})
    function = unit.function(kernel, templates)
    launch = next((one for one in host.launches if one.kernel == kernel.name), None)
    return _Reader(unit, at, kernel, templates, function, comments, host, launch).described()


def _called_type(kernel: FunctionText, met: Sequence[CType | int | None]) -> str:
    """A type of a template that is not known, and whose values the kernel calls; "" for none."""
    pairs = [(one.text, two.text) for one, two in itertools.pairwise(kernel.words)]
    for row, parameter in enumerate(kernel.templates):
        if parameter.is_type and (row >= len(met) or met[row] is None):
            names = [two for one, two in pairs if one == parameter.name and two.isidentifier()]
            if any((name, "(") in pairs for name in names):
                return parameter.name
    return ""


def _asking(
    unit: Unit, kernel: FunctionText, names: list[str], asked: Mapping[str, str]
) -> RequestRefused:
    """What is asked for, in one message: comments that can be copied as they are."""
    launched = any(one.kernel == kernel.name for one in read_host(unit).launches)
    code = "no-launch"
    template = (
        "nothing says how {kernel} is launched. Write it at the top of the file, with values of"
        " your own:\n{comments}"
    )
    if launched:
        code = "asked"
        template = (
            "the host code does not tell all that a launch of {kernel} needs. Write it at the top"
            " of the file, with values of your own:\n{comments}"
        )
    if launched and unit.missing:
        template = (
            "the host code does not tell all that a launch of {kernel} needs, without {header}."
            " Write it at the top of the file, with values of your own:\n{comments}"
        )
    sizes = {
        name: text for name, text in asked.items() if NUMBER.fullmatch(text) and name not in WORDS
    }
    comments = lines_of({**sizes, **asked})
    said = {"kernel": listed(names), "header": listed(unit.missing), "comments": comments}
    return _At(unit, kernel.first_line).refusal(code, template, **said)


def twin_numbers(text: str) -> tuple[CNumber, ...]:
    """What the head of a gallery kernel's twin says of its further parameters."""
    return tuple(
        CNumber(match[1], 0.0, match[2], -1 if match[4] is None else int(match[4]))
        for match in TWIN_LINE.finditer(text)
    )


def chosen_templates(unit: Unit, kernel: FunctionText) -> TemplateArguments:
    """For what a template is launched, by comments or host code; nothing where neither tells."""
    try:
        return _chosen_kernel(unit, _comments(unit, kernel.name), read_host(unit))[1] or ()
    except (RequestRefused, NotSupportedError):
        return ()


def _chosen_kernel(
    unit: Unit, comments: Mapping[str, str], host: HostCode
) -> tuple[FunctionText, TemplateArguments | None]:
    """The kernel with its template arguments; None where those are not known."""
    kernels = {kernel.name: kernel for kernel in unit.kernels}
    if not kernels:
        template = "{file} has no kernel: a function that begins with __global__ void."
        if unit.missing:
            template = (
                "{file} has no kernel: it may stand in {header}. Headers are read that lie beside"
                " the file or below its folder."
            )
        file, header = unit.file.rpartition("/")[2], listed(unit.missing)
        raise _At(unit, 1).refusal("no-kernel", template, file=file, header=header)
    named = comments.get("kernel", "")
    launched = [one for one in host.launches if one.kernel in kernels]
    name = named.partition("<")[0].strip() or (launched[0].kernel if launched else "")
    name = name or next(iter(kernels))
    if name not in kernels:
        template = "there is no kernel {name} in this file: it has {known}."
        raise _At(unit, 1).refusal("no-kernel", template, name=name, known=", ".join(kernels))
    kernel = kernels[name]
    given: tuple[CType | syntax.Expression, ...] = ()
    if "<" in named:
        from gpuviz.cuda_c.words import words_of

        words = words_of(named[named.index("<") :], unit.file)
        given = unit.parser(words).template_arguments()
    elif kernel.templates:
        written = [one.templates for one in launched if one.kernel == name and one.templates]
        given = written[0] if written else ()
        met = walked_launches(unit).get(name) if len(written) > 1 else None
        if met is not None and None not in met.templates:  # of several the one that is done
            told = tuple(_as_written(kernel, one) for one in met.templates)
            given = told if len(told) == len(kernel.templates) else given
    return kernel, _template_arguments(unit, kernel, given, host)


def _templates_met(unit: Unit, kernel: FunctionText) -> tuple[CType | int | None, ...]:
    met = walked_launches(unit).get(kernel.name)
    return () if met is None else met.templates


def _as_written(kernel: FunctionText, value: CType | int | None) -> CType | syntax.Expression:
    """A template's argument as it would stand between < and >."""
    if isinstance(value, int):
        return syntax.Number(value, INT, lineno=kernel.first_line, col_offset=0)
    assert value is not None
    return value


def _template_arguments(
    unit: Unit,
    kernel: FunctionText,
    given: tuple[CType | syntax.Expression, ...],
    host: HostCode,
) -> TemplateArguments | None:
    found: list[CType | int] = []
    formula = Formula(host)
    told = () if len(given) == len(kernel.templates) else _templates_met(unit, kernel)
    chosen = numbers_said(unit.text)
    for row, parameter in enumerate(kernel.templates):
        value: CType | int | None = None
        if not parameter.is_type and isinstance(chosen.get(parameter.name), int):
            value = int(chosen[parameter.name])
        elif row < len(given):
            one = given[row]
            if isinstance(one, syntax.Node):
                number = formula.number(one)
                value = number if isinstance(number, int) else None
            else:
                value = one
        elif row < len(told) and told[row] is not None:
            value = told[row]
        elif parameter.default:
            parser = unit.parser(list(parameter.default))
            if parameter.is_type:
                value = parser.type_name()
            else:
                number = formula.number(parser.expression())
                value = number if isinstance(number, int) else None
        if value is None or parameter.is_type is isinstance(value, int):
            return None
        found.append(value)
    return tuple(found)


class _Reader:
    """Reads one launch from comments, and for what they leave out from the host code."""

    def __init__(
        self,
        unit: Unit,
        at: _At,
        kernel: FunctionText,
        templates: TemplateArguments,
        function: syntax.Function,
        comments: Mapping[str, str],
        host: HostCode,
        launch: HostLaunch | None,
    ) -> None:
        self._unit, self._at, self._kernel = unit, at, kernel
        self._templates, self._function = templates, function
        self._comments, self._host, self._launch = comments, host, launch
        self._formula = Formula(host)
        self._sizes: dict[str, int] = {}
        self._walked = None if launch is None else walked_launches(unit).get(kernel.name)
        self._formula.is_strict = self._walked is None
        parameters = {p.name for p in passed_to(function) if isinstance(p.kind, Pointer)}
        for name, text in comments.items():
            named = name in (*WORDS, *NO_SIZES, *parameters) or self._is_fixed(name)
            if not named and name.isidentifier() and text.isdigit() and int(text) > 0:
                self._sizes[name] = int(text)

    def _is_fixed(self, name: str) -> bool:
        """Whether a name is a number of the file that kernels may use, too: a macro, a constant."""
        number = self._unit.numbers.get(name)
        is_macro = number is not None and number.is_macro
        of_template = any(one.name == name for one in self._kernel.templates)
        return is_macro or of_template or name in self._unit.variables

    def described(self) -> Described:
        """All of it. Raises _Asked for what neither tells."""
        if self._walked is not None and self._walked.branch is not None:
            names = self._names_missing()
            if names:
                raise _Asked(names)
        block = self._block()
        arrays: list[CArray] = []
        numbers: list[CNumber] = []
        for parameter in passed_to(self._function):
            if isinstance(parameter.kind, Pointer):
                arrays.append(self._array(parameter, parameter.kind))
            elif isinstance(parameter.kind, np.dtype):
                numbers.append(self._number(parameter))
            else:
                template = (
                    "{name} is a {kind}: a kernel alone takes pointers, numbers, and structures of"
                    " them."
                )
                kind = name_of(parameter.kind)
                raise self._at.refusal("parameter", template, name=parameter.name, kind=kind)
        threads = self._threads(block)
        constants = tuple(self._constant(name) for name in self._unset_constants())
        shared = self._shared()
        said = [*threads, *(side for one in arrays for side in one.shape)]
        self._check([*said, *([] if shared is None else [shared])], self._sizes)
        launch = CLaunch(
            self._kernel.name, self._templates, tuple(arrays), tuple(numbers), constants, shared
        )
        sizes = tuple((self._sizes or {"n": 1}).items())
        return Described(launch, sizes, threads, block, self._outputs())

    def _ask(self, name: str, wanted: str) -> NoReturn:
        """Raises _Asked: a comment of this name is wanted, or what the host does not tell of it."""
        unit, kernel = self._unit, self._kernel.name
        missing = arguments_missing(unit, kernel)
        if missing:
            raise _Asked({"arguments": " ".join(["32"] * missing)})
        raise _Asked(self._names_missing() or {name: wanted})

    def _names_missing(self) -> dict[str, str]:
        """Names of the host with which more of the launch would be known."""
        several = 2 if uses_y(self._kernel) else 1
        examples = functools.partial(example, self._unit, several=several)
        names = names_missing(self._unit, self._kernel.name, examples)
        if list(names.values()).count(ONE_SIZE) > 1:  # they may be sides of one array
            names = {k: SEVERAL_SIZES if v == ONE_SIZE else v for k, v in names.items()}
        return {name: f"{value:g}" for name, value in names.items()}

    @functools.cached_property
    def _head(self) -> Head:
        """What the kernel probably wants."""
        return head_of(self._unit, self._kernel, self._templates)

    def _asked_row(self, name: str) -> NoReturn:
        """Asks for a parameter, and for the sizes that its length is made of."""
        row = next(one for one in self._head.rows if one.name == name)
        self._ask(name, row.line.partition(" = ")[2])

    def _check(self, expressions: list[Expression], sizes: Mapping[str, int]) -> None:
        """Raises RequestRefused for what cannot be computed; a size that lacks is asked for."""
        for expression in expressions:
            try:
                expression.check(tuple(sizes))
            except ExpressionError as error:
                name = str(error.message.values.get("name", ""))
                shown = {row.name: row.values for row in self._head.rows if not row.is_array}
                of_host = any(word.is_name(name) for word in self._unit.host_words)
                is_name = error.message.code == "expression.name"
                if is_name and (name in shown or of_host or not self._sizes):
                    other = f"{example(self._unit, name, INT):g}"
                    raise _Asked({name: shown.get(name, other)}) from None
                template = "'{text}' cannot be computed: {reason}."
                raise self._at.refusal(
                    "expression", template, text=expression.text, reason=error.message
                ) from None

    def _outputs(self) -> tuple[str, ...]:
        if "output" in self._comments:
            return tuple(part.strip() for part in self._comments["output"].split(","))
        return tuple(
            p.name
            for p in passed_to(self._function)
            if isinstance(p.kind, Pointer) and not p.kind.constant
        )

    # From comments

    def _said(self, text: str) -> Expression:
        """An expression in sizes; macros and constants of the file stand for their numbers."""

        def number(match: re.Match[str]) -> str:
            known = self._unit.numbers.get(match[0]) if self._is_fixed(match[0]) else None
            return match[0] if known is None else str(known.value)

        text = re.sub(r"[A-Za-z_]\w*", number, text)
        return Expression(re.sub(r"(?<!/)/(?!/)", "//", text.strip()))

    def _array_said(self, name: str, text: str) -> CArray:
        listed = LISTED.match(text)
        numbers = _numbers(listed[1]) if listed else None
        if numbers is not None:
            return CArray(name, (Expression(str(len(numbers))),), "numbers", numbers)
        made = MADE.match(text)
        if made is None:
            template = (
                "'{text}' says nothing of the array {name}: write random(n), ramp(n), zeros(n),"
                " ones(n), empty(n), or {{1, 2, 3}}."
            )
            raise self._at.refusal("array", template, text=text, name=name)
        return CArray(name, tuple(map(self._said, _split_commas(made[2]))), made[1])

    # From the host code

    def _argument(self, passed: Passed) -> syntax.Expression | None:
        if self._launch is None or passed.row >= len(self._launch.arguments) or passed.path:
            return None
        return self._launch.arguments[passed.row]

    def _known(self, node: syntax.Expression | None) -> Expression | None:
        text = self._formula.text(node)
        if text is None:
            return None
        self._sizes |= self._formula.sizes
        return Expression(text)

    def _array(self, parameter: Passed, kind: Pointer) -> CArray:
        name = parameter.name
        if name in self._comments:
            return self._array_said(name, self._comments[name])
        dtype = memory_dtype(kind.to)
        if dtype is None:
            template = (
                "{name} is a {kind}, and an array of {of} is not known: pass one array of numbers,"
                " and compute the index as row * width + column."
            )
            said = {"kind": name_of(kind), "of": name_of(kind.to)}
            raise self._at.refusal("elements", template, name=name, **said)
        pointer, added = pointer_in(self._argument(parameter))
        offset = 0 if added is None else self._formula.number(added)
        size = self._known(self._host.allocated.get(pointer)) if pointer else None
        met = self._met_array(parameter)
        if met is not None:
            if size is not None and not self._agrees(size, met.memory.size or 0):
                size = None
            return self._array_met(name, met, dtype.itemsize, size, offset)
        if size is None or not isinstance(offset, int) or self._walked is not None:
            self._asked_row(name)
        values = "random" if kind.constant or pointer in self._host.copied_in else "zeros"
        shape = (Expression(f"({size.text}) // {dtype.itemsize}"),)
        return CArray(name, shape, values, offset=offset)

    # What was met on the way through the host code stands above what its single lines tell

    def _met(self, passed: Passed) -> object:
        """What the launch that was met passes; None where that is not known."""
        return None if self._walked is None else self._walked.passed(passed.row, passed.path)

    def _met_array(self, passed: Passed) -> HostPointer | None:
        met = self._met(passed)
        known = isinstance(met, HostPointer) and met.memory.size is not None
        return met if known else None  # type: ignore[return-value]

    @staticmethod
    def _array_met(
        name: str, met: HostPointer, width: int, size: Expression | None, offset: object
    ) -> CArray:
        """The array that is passed; its length as a formula where that gives the same."""
        total, first = (met.memory.size or 0) // width, met.offset // width
        shape = Expression(str(total))
        if size is not None and offset == first:
            shape = Expression(f"({size.text}) // {width}")
        return CArray(name, (shape,), "random" if met.memory.filled else "empty", offset=first)

    def _agrees(self, found: Expression, value: int) -> bool:
        """Whether a formula gives, at the sizes of the file, what was met."""
        try:
            return found.evaluate(self._sizes) == value
        except (ExpressionError, RequestRefused):
            return False

    def _number(self, parameter: Passed) -> CNumber:
        name = parameter.name
        if name in self._sizes and name in self._comments:
            return CNumber(name, Expression(name))
        if name in self._comments:
            return CNumber(name, self._number_said(self._comments[name]))
        known, met = self._known(self._argument(parameter)), self._met(parameter)
        if isinstance(met, (int, float)) and not (
            known is not None and isinstance(met, int) and self._agrees(known, met)
        ):
            return CNumber(name, Expression(str(met)) if isinstance(met, int) else met)
        if self._walked is not None and not isinstance(met, (int, float)):
            self._asked_row(name)  # what was walked past and is not known, no single line tells
        if known is not None:
            return CNumber(name, known)
        number = self._formula.number(self._argument(parameter))
        if number is None:
            self._asked_row(name)
        return CNumber(name, float(number))

    def _number_said(self, text: str) -> Expression | float:
        try:
            return float(text.rstrip("fF")) if not text.isdigit() else Expression(text)
        except ValueError:
            expression = self._said(text)
            self._check([expression], self._sizes)
            return expression

    def _threads(self, block: Dim3) -> tuple[Expression, ...]:
        """The threads along x, y and z."""
        if "threads" in self._comments:
            return tuple(map(self._said, _split_commas(self._comments["threads"])))
        if "grid" in self._comments:
            grid = [self._said(part) for part in _split_commas(self._comments["grid"])]
        else:
            grid = self._grid_of_host()
        pairs = zip(grid, block, strict=False)
        threads = tuple(Expression(f"({side.text}) * {width}") for side, width in pairs)
        while len(threads) > 1 and threads[-1].text == "(1) * 1":
            threads = threads[:-1]
        return threads

    def _grid_of_host(self) -> list[Expression]:
        configuration = self._launch.configuration if self._launch else ()
        axes = (
            [self._formula.axis(configuration[0], axis) for axis in "xyz"] if configuration else []
        )
        self._sizes |= self._formula.sizes
        met = None if self._walked is None else self._walked.grid
        if met is not None:
            known = [None if axis is None else Expression(str(axis)) for axis in axes]
            same = len(known) == len(met) and all(
                one is not None and self._agrees(one, side)
                for one, side in zip(known, met, strict=True)
            )
            return known if same else [Expression(str(side)) for side in met]  # type: ignore[return-value]
        if not axes or None in axes or self._walked is not None:
            self._ask("threads", self._head.threads)
        return [Expression(str(axis)) for axis in axes]

    def _block(self) -> Dim3:
        if "block" in self._comments:
            sides = [part.strip() for part in _split_commas(self._comments["block"])]
            if all(side.isdigit() and int(side) > 0 for side in sides) and len(sides) <= 3:
                return Dim3(*map(int, sides))
            template = "'{text}' is no block: write // gpuviz: block = 256, or 16, 16."
            raise self._at.refusal("block", template, text=self._comments["block"])
        if self._launch is None or len(self._launch.configuration) < 2:
            if self._launch is None and self._head.block != str(DEFAULT_BLOCK):
                self._ask("block", self._head.block)
            return Dim3(DEFAULT_BLOCK)
        node = self._launch.configuration[1]
        self._formula.fixed = self._formula.names_of(node)
        texts = [self._formula.axis(node, axis) for axis in "xyz"]
        met = None if self._walked is None else self._walked.block
        if met is not None:
            return Dim3(*met)
        if None in texts or self._walked is not None:
            self._ask("block", self._head.block)
        return Dim3(*(Expression(str(text)).evaluate({}) for text in texts))

    def _shared(self) -> Expression | None:
        if "shared" in self._comments:
            return self._said(self._comments["shared"])
        if self._launch is None and any(
            one.is_name("extern") and two.is_name("__shared__")
            for one, two in itertools.pairwise(self._kernel.words)
        ):
            self._ask("shared", f"{SHARED_BYTES} * {DEFAULT_BLOCK}")
        if self._launch is None or len(self._launch.configuration) < 3:
            return None
        known = self._known(self._launch.configuration[2])
        met = None if self._walked is None else self._walked.shared
        if met is not None and not (known is not None and self._agrees(known, met)):
            return Expression(str(met))
        if known is None or (met is None and self._walked is not None):
            self._ask("shared", f"{SHARED_BYTES} * {DEFAULT_BLOCK}")
        return known

    # Constant memory

    def _unset_constants(self) -> list[str]:
        return [
            name
            for name, known in self._unit.variables.items()
            if known.place == "constant"
            and known.variable.value is None
            and memory_dtype(innermost(known.variable.kind)) is not None
        ]

    def _constant(self, name: str) -> CArray:
        if name in self._comments:
            text = self._comments[name]
            if NUMBER.fullmatch(text):
                return CArray(name, (), "numbers", (float(text.rstrip("fF")),))
            made = MADE.match(text + "(1)")
            return CArray(name, (), made[1]) if made else self._array_said(name, text)
        kind = self._unit.variables[name].variable.kind
        symbol = None if self._walked is None else self._walked.constants.get(name)
        is_known = symbol is not None and symbol.contents is not None
        texts = itertools.chain.from_iterable(self._unit.functions.values())
        is_used = any(word.is_name(name) for text in texts for word in text.words)
        if isinstance(kind, np.dtype) and is_used and not is_known:
            raise _Asked({name: f"{example(self._unit, name, kind):g}"})
        return CArray(name, (), "random")


def _numbers(text: str) -> tuple[float, ...] | None:
    """Numbers between commas; None for anything else."""
    try:
        return tuple(float(part.strip().rstrip("fF")) for part in text.split(","))
    except ValueError:
        return None


def _split_commas(text: str) -> list[str]:
    parts, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter == "," and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return parts
