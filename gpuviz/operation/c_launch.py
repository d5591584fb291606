"""How a kernel of CUDA C is launched: what its file's comments say, or its host code."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_values import HostPointer, innermost
from gpuviz.cuda_c.host_walk import arguments_missing, walked_launches
from gpuviz.cuda_c.launches import (
    NO_SIZES,
    Formula,
    HostCode,
    HostLaunch,
    pointer_in,
    read_host,
)
from gpuviz.cuda_c.types import INT, CType, Pointer, memory_dtype, name_of
from gpuviz.cuda_c.unit import FunctionText, Passed, TemplateArguments, Unit, passed_to
from gpuviz.launch import Dim3
from gpuviz.messages import (
    EnglishTemplate,
    Message,
    NotSupportedError,
    RequestRefused,
    SourcePlace,
    listed,
)
from gpuviz.operation.expression import Expression, ExpressionError

LINE = re.compile(r"^\s*//\s*gpuviz:\s*([A-Za-z_][\w.]*)\s*=\s*(.+?)\s*$", re.MULTILINE)
TWIN_LINE = re.compile(r"^//     (\w+) = (\w+)\.(size|shape\[(\d)\])\s*$", re.MULTILINE)
MADE = re.compile(r"^(zeros|ones|ramp|random|empty)\((.+)\)$")
LISTED = re.compile(r"^\{(.*)\}$")
WORDS = ("kernel", "threads", "grid", "block", "shared", "output", "arguments")
"""Names in the comments that stand for no parameter."""
NO_LAUNCH = frozenset(
    f"cuda-c.{code}"
    for code in ("no-launch", "array-length", "number", "grid", "block", "template")
)
"""Codes of refusals that comments in the file answer."""
MOST_ELEMENTS = 1 << 26
DEFAULT_BLOCK = 256


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


def comments_of(text: str) -> dict[str, str]:
    """The lines `// gpuviz: NAME = VALUE` of a file."""
    return {match[1]: match[2] for match in LINE.finditer(text)}


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

    Raises RequestRefused where nothing tells.
    """
    comments = comments_of(unit.text)
    if kernel_name:
        comments["kernel"] = kernel_name
    host = read_host(unit)
    kernel, templates = _chosen_kernel(unit, comments, host)
    at = _At(unit, kernel.first_line)
    function = unit.function(kernel, templates)
    launch = next((one for one in host.launches if one.kernel == kernel.name), None)
    if launch is None and not comments:
        template = (
            "nothing says how {kernel} is launched: write comments such as // gpuviz: n = 1000"
            " and // gpuviz: {first} = random(n), see docs/cuda_c.md."
        )
        first = function.parameters[0].name if function.parameters else "a"
        raise at.refusal("no-launch", template, kernel=kernel.name, first=first)
    return _Reader(unit, at, kernel, templates, function, comments, host, launch).described()


def twin_numbers(text: str) -> tuple[CNumber, ...]:
    """What the head of a gallery kernel's twin says of its further parameters."""
    return tuple(
        CNumber(match[1], 0.0, match[2], -1 if match[4] is None else int(match[4]))
        for match in TWIN_LINE.finditer(text)
    )


def chosen_templates(unit: Unit, kernel: FunctionText) -> TemplateArguments:
    """For what a template is launched, by comments or host code; nothing where neither tells."""
    comments = comments_of(unit.text)
    if comments.get("kernel", "").partition("<")[0].strip() != kernel.name:
        comments["kernel"] = kernel.name
    try:
        return _chosen_kernel(unit, comments, read_host(unit))[1]
    except (RequestRefused, NotSupportedError):
        return ()


def _chosen_kernel(
    unit: Unit, comments: Mapping[str, str], host: HostCode
) -> tuple[FunctionText, TemplateArguments]:
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
    at = _At(unit, kernel.first_line)
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
    return kernel, _template_arguments(unit, at, kernel, given, host)


def _as_written(kernel: FunctionText, value: CType | int | None) -> CType | syntax.Expression:
    """A template's argument as it would stand between < and >."""
    if isinstance(value, int):
        return syntax.Number(value, INT, lineno=kernel.first_line, col_offset=0)
    assert value is not None
    return value


def _template_arguments(
    unit: Unit,
    at: _At,
    kernel: FunctionText,
    given: tuple[CType | syntax.Expression, ...],
    host: HostCode,
) -> TemplateArguments:
    found: list[CType | int] = []
    formula = Formula(host)
    met = None if len(given) == len(kernel.templates) else walked_launches(unit).get(kernel.name)
    told = () if met is None else met.templates
    for row, parameter in enumerate(kernel.templates):
        value: CType | int | None = None
        if row < len(given):
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
            template = (
                "{kernel} is a template: say for what it is launched, as in // gpuviz: kernel ="
                " {kernel}<float>."
            )
            raise at.refusal("template", template, kernel=kernel.name)
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
        parameters = {p.name for p in passed_to(function) if isinstance(p.kind, Pointer)}
        for name, text in comments.items():
            is_size = name not in (*WORDS, *NO_SIZES) and name not in parameters
            if is_size and text.isdigit() and int(text) > 0:
                self._sizes[name] = int(text)

    def described(self) -> Described:
        """All of it. Raises RequestRefused for what neither tells."""
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
        sizes = self._sizes or {"n": 1}
        self._check([*threads, *(side for one in arrays for side in one.shape)], sizes)
        launch = CLaunch(
            self._kernel.name, self._templates, tuple(arrays), tuple(numbers), constants, shared
        )
        return Described(launch, tuple(sizes.items()), threads, block, self._outputs())

    def _ask(self, code: str, template: EnglishTemplate, **values: object) -> NoReturn:
        """Raises RequestRefused: nothing tells something of the launch."""
        missing = arguments_missing(self._unit, self._kernel.name)
        if missing:
            template = (
                "what {kernel} is launched with depends on the arguments of the program: write"
                " them in a comment, // gpuviz: arguments = {example}."
            )
            said = {"kernel": self._kernel.name, "example": " ".join(["32"] * missing)}
            raise self._at.refusal("arguments", template, **said)
        raise self._at.refusal(code, template, **values)

    def _check(self, expressions: list[Expression], sizes: Mapping[str, int]) -> None:
        for expression in expressions:
            try:
                expression.check(tuple(sizes))
            except ExpressionError as error:
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
        if met is not None and dtype is not None:
            if size is not None and not self._agrees(size, met.memory.size or 0):
                size = None
            return self._array_met(name, met, dtype.itemsize, size, offset)
        if size is None or dtype is None or not isinstance(offset, int):
            template = (
                "the length of {name} cannot be told from the host code: write it in a comment,"
                " // gpuviz: {name} = random(1000)."
            )
            self._ask("array-length", template, name=name)
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
        if name in self._comments:
            return CNumber(name, self._number_said(self._comments[name]))
        known, met = self._known(self._argument(parameter)), self._met(parameter)
        if isinstance(met, (int, float)) and not (
            known is not None and isinstance(met, int) and self._agrees(known, met)
        ):
            return CNumber(name, Expression(str(met)) if isinstance(met, int) else met)
        if known is not None:
            return CNumber(name, known)
        number = self._formula.number(self._argument(parameter))
        if number is None:
            template = (
                "the value of {name} cannot be told from the host code: write it in a comment,"
                " // gpuviz: {name} = 1000."
            )
            self._ask("number", template, name=name)
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
            if not same:
                return [Expression(str(side)) for side in met]
        if not axes or None in axes:
            template = (
                "the grid of {kernel} cannot be told from the host code: write it in a comment,"
                " // gpuviz: threads = n."
            )
            self._ask("grid", template, kernel=self._kernel.name)
        return [Expression(str(axis)) for axis in axes]

    def _block(self) -> Dim3:
        if "block" in self._comments:
            sides = [part.strip() for part in _split_commas(self._comments["block"])]
            if all(side.isdigit() and int(side) > 0 for side in sides) and len(sides) <= 3:
                return Dim3(*map(int, sides))
            template = "'{text}' is no block: write // gpuviz: block = 256, or 16, 16."
            raise self._at.refusal("block", template, text=self._comments["block"])
        if self._launch is None or len(self._launch.configuration) < 2:
            return Dim3(DEFAULT_BLOCK)
        node = self._launch.configuration[1]
        self._formula.fixed = self._formula.names_of(node)
        texts = [self._formula.axis(node, axis) for axis in "xyz"]
        met = None if self._walked is None else self._walked.block
        if met is not None:
            return Dim3(*met)
        if None in texts:
            template = (
                "the block of {kernel} cannot be told from the host code: write it in a comment,"
                " // gpuviz: block = 256."
            )
            self._ask("block", template, kernel=self._kernel.name)
        return Dim3(*(Expression(str(text)).evaluate({}) for text in texts))

    def _shared(self) -> Expression | None:
        if "shared" in self._comments:
            return self._said(self._comments["shared"])
        if self._launch is None or len(self._launch.configuration) < 3:
            return None
        known = self._known(self._launch.configuration[2])
        met = None if self._walked is None else self._walked.shared
        if met is not None and not (known is not None and self._agrees(known, met)):
            return Expression(str(met))
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
            made = MADE.match(text + "(1)")
            return CArray(name, (), made[1]) if made else self._array_said(name, text)
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
