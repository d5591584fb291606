"""A file of CUDA C: its kernels, device functions, types and constants.

Host code is not read as C: of it only the lines that launch kernels are looked at (launches.py).
"""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from gpuviz.cuda_c import headers, local_types, specialisations, syntax
from gpuviz.cuda_c.comments import numbers_said, with_numbers
from gpuviz.cuda_c.constants import NO_NUMBERS, number_of
from gpuviz.cuda_c.cursor import BRACKETS, behind_brackets
from gpuviz.cuda_c.macros import MacroReader, NamedNumber, numbers_declared
from gpuviz.cuda_c.not_emulated import refuse_not_emulated
from gpuviz.cuda_c.parser import QUALIFIERS, Parser
from gpuviz.cuda_c.random_states import STATES
from gpuviz.cuda_c.refusals import Place, refuse
from gpuviz.cuda_c.types import (
    GROUP_OPERATORS,
    GROUPS,
    INT,
    ArrayOf,
    Auto,
    CType,
    Pointer,
    Reference,
    Struct,
    memory_dtype,
    name_of,
)
from gpuviz.cuda_c.words import Word
from gpuviz.messages import Message, NotSupportedError
from gpuviz.messages import word as words_of

UNIONS = Message(
    "cuda-c.union",
    "unions are known with members alone, of numbers of one size. Use __float_as_int() and its like"
    " for the same bits.",
    {},
)
FUNCTION_POINTERS = Message(
    "cuda-c.function-pointer",
    "pointers to functions are not known. Write an if, or a template that takes a structure with"
    " operator().",
    {},
)
HALF_SPECIAL = Message(
    "cuda-c.specialisation",
    "a specialisation of its template is not known. Write a structure of another name.",
    {},
)
BEFORE_A_NAME = (
    *("int", "unsigned", "long", "short", "char", "bool", "float", "double", "size_t", "auto"),
    *("int32_t", "uint32_t", "int64_t", "uint64_t", "__restrict__"),
)
"""Words behind which no number stands, but the name of what is declared."""
PACKED = "__packed__"
ALIGNED = ("__align__", PACKED)
ON_DEVICE = ("__global__", "__device__", "__constant__", "__shared__", "__managed__")
CONVERSION = "operator into"
CHANGES_CONST = ("mutable", "const_cast")
"""Words of a program with which a const method may change its object."""
"""What `operator float()` and its like are called here, whatever their type."""
NOTHING_BOUND: Mapping[str, CType | int] = {}
TemplateArguments = tuple[CType | int, ...]
ReadsWith = Callable[[list[Word], dict[str, CType]], Parser]


@dataclass(frozen=True, slots=True)
class TemplateParameter:
    """A parameter of a template: a type, or a whole number."""

    name: str
    is_type: bool
    default: tuple[Word, ...] = ()
    kind: str = ""  # "typename", "int", "bool", as it is written


@dataclass(eq=False, slots=True)
class FunctionText:
    """A function of the device, read no further than its name and where its body ends."""

    name: str
    is_kernel: bool
    words: list[Word]  # from its first word to the end of its body
    templates: tuple[TemplateParameter, ...]
    first_line: int
    last_line: int
    owner: str = ""  # the structure that it is a method of
    makes: bool = False  # whether it is a constructor
    header: str = ""  # in which it stands, by its name beside the program
    source_name: str = ""  # what its author calls it, of a template for all its arguments
    bound: Mapping[str, CType | int] = field(default_factory=dict)
    """What the parameters of the structure's template are."""
    inside: str = ""  # the structure in which it stands, be it static
    keeps: bool = False  # whether it is a const method
    implied: bool = False  # whether it is a constructor that nobody wrote, for first values
    special: tuple[Word, ...] | None = None
    """Of `template <> f<float>(..)` the words <float>, or none; None: it is no specialisation."""

    @property
    def is_constant(self) -> bool:
        """Whether it is constexpr."""
        return any(word.is_name("constexpr") for word in self.words[:6])

    @property
    def gives_reference(self) -> bool:
        """Whether a & stands before its name."""
        for word in self.words:
            if word.text == self.name or word.is_mark("("):
                return False
            if word.is_mark("&"):
                return True
        return False


@dataclass(frozen=True, slots=True)
class StructTemplate:
    """`template <typename T, int N> struct Name { .. };`"""

    parameters: tuple[TemplateParameter, ...]
    words: list[Word]  # from its { on
    methods: tuple[FunctionText, ...]  # as for int and 1: where they stand is always the same


@dataclass(frozen=True, slots=True)
class Passed:
    """What a launch passes by itself: a parameter of a kernel, or a member of a structure."""

    name: str  # "a", "m.width"
    kind: CType
    row: int  # of the parameter
    path: tuple[str, ...] = ()  # of the member in it


def passed_to(function: syntax.Function) -> list[Passed]:
    """All that a launch of a kernel passes, in order: of structures their members."""
    found: list[Passed] = []
    for row, parameter in enumerate(function.parameters):
        found += members_passed(Passed(parameter.name, parameter.kind, row))
    return found


def members_passed(passed: Passed) -> list[Passed]:
    """A number or pointer by itself, of a structure or an array its members."""
    if isinstance(passed.kind, ArrayOf):
        of, count = passed.kind.of, passed.kind.length or 0
        elements = [
            Passed(f"{passed.name}[{row}]", of, passed.row, (*passed.path, f"[{row}]"))
            for row in range(count)
        ]
        return [one for element in elements for one in members_passed(element)]
    if not isinstance(passed.kind, Struct):
        return [passed]
    return [
        one
        for name, kind in passed.kind.members
        for one in members_passed(
            Passed(f"{passed.name}.{name}", kind, passed.row, (*passed.path, name))
        )
    ]


@dataclass(eq=False, slots=True)
class GlobalVariable:
    """A name outside of all functions: in constant or device memory, or a plain constant."""

    variable: syntax.Variable
    place: Literal["constant", "device", "shared", "plain"]


@dataclass(eq=False)
class Unit:
    """All that a file declares."""

    file: str
    text: str
    functions: dict[str, list[FunctionText]] = field(default_factory=dict)
    types: dict[str, CType] = field(default_factory=dict)
    variables: dict[str, GlobalVariable] = field(default_factory=dict)
    host_words: list[Word] = field(default_factory=list)
    structures: dict[str, StructTemplate] = field(default_factory=dict)
    skipped: dict[str, Message | None] = field(default_factory=dict)
    """Structures that gpuviz does not read, and why."""
    unread: dict[str, list[Word]] = field(default_factory=dict)
    """Their words."""
    missing: tuple[str, ...] = ()
    """Headers that are included and do not lie beside the program."""
    numbers: Mapping[str, NamedNumber] = field(default_factory=dict)
    """Whole numbers to which the file gives names, by a macro or where they are declared."""
    host_methods: dict[str, list[FunctionText]] = field(default_factory=dict)
    """Methods that are not for the device, as `functions`."""
    host_types: dict[str, CType] = field(default_factory=dict)
    """Structures that only the host can have, as `types`."""
    readers: dict[str, StructReader] = field(default_factory=dict)
    """What has read the structures with methods."""
    _read: dict[tuple[int, TemplateArguments], syntax.Function] = field(default_factory=dict)

    @property
    def kernels(self) -> list[FunctionText]:
        """The kernels in the order of the file."""
        every = (f for several in self.functions.values() for f in several)
        found = (f for f in every if f.is_kernel and f.special is None)
        return sorted(found, key=lambda function: function.first_line)

    def is_template(self, name: str) -> bool:
        """Whether a name is that of a function with template parameters."""
        partition = name == "tiled_partition" and "thread_block" in self.types
        if name.startswith("::"):  # of some structure
            methods = (
                one for key, found in self.functions.items() if key.endswith(name) for one in found
            )
            return any(one.templates for one in methods)
        several = self.functions.get(name, ())
        return partition or any(f.templates or f.special is not None for f in several)

    @functools.cached_property
    def texts(self) -> Mapping[str, str]:
        """The program's text under "", and those of its headers by their names."""
        program, known = headers.split(self.text)
        return {"": program, **known}

    def lines_of(self, function: FunctionText) -> tuple[int, int]:
        """The first and last line of a function in `text`, in which headers follow the program."""
        before = 0
        if function.header:
            begin = f"{headers.BEGIN}{function.header}\n"
            before = self.text[: self.text.index(begin) + len(begin)].count("\n")
        return before + function.first_line, before + function.last_line

    def parser(self, words: list[Word], types: dict[str, CType] | None = None) -> Parser:
        """Reads words of the file; `types` are names that hold only there."""
        known = self.types | (types or {})
        parser = Parser(words, self.file, known, self.is_template, self.skipped, self.missing)
        parser.structures, parser.instance = self.structures, self.instance
        parser.is_static, parser.is_method = self._is_static, self._is_method
        return parser

    def _is_static(self, name: str) -> bool:
        """Whether `A::f` is a function or constant of a structure without being of one object."""
        return name in self.variables or any(not f.owner for f in self.functions.get(name, ()))

    def _is_method(self, name: str) -> bool:
        """Whether `A::f` is a function of one object of a structure."""
        return any(function.owner for function in self.functions.get(name, ()))

    def instance(
        self, name: str, given: tuple[CType | syntax.Expression, ...], numbers: Mapping[str, int]
    ) -> Struct | None:
        """A template of a structure for its arguments; None where one of them is not known."""
        bound = self._bound(name, given, numbers)
        return None if bound is None else self._instances(name, bound)

    def _bound(
        self, name: str, given: tuple[CType | syntax.Expression, ...], numbers: Mapping[str, int]
    ) -> dict[str, CType | int] | None:
        """What the parameters of a structure's template are for its arguments."""
        template = self.structures[name]
        bound: dict[str, CType | int] = {}
        for row, parameter in enumerate(template.parameters):
            one: CType | syntax.Expression | int | None = None
            if row < len(given):
                one = given[row]
            elif parameter.default:
                parser = self.parser(list(parameter.default))
                one = parser.type_name() if parameter.is_type else parser.assignment()
            if isinstance(one, syntax.Node):
                one = number_of(self, one, numbers=numbers)
            if one is None or isinstance(one, int) is parameter.is_type:
                return None
            bound[parameter.name] = one
        return bound

    def special_structure(
        self, name: str, given: tuple[CType | syntax.Expression, ...], parser: Parser
    ) -> bool:
        """Reads `template <> struct Name<..> {`, from its { on; whether its template is known."""
        bound = self._bound(name, given, NO_NUMBERS) if name in self.structures else None
        if bound is None:
            return False
        full = _instance_name(name, bound)
        found = StructReader(self, parser, full, title=name).read()
        self.types = {**self.types, full: found}
        return True

    def _instances(self, name: str, bound: Mapping[str, CType | int]) -> Struct | None:
        full = _instance_name(name, bound)
        if full not in self.types:
            template = self.structures[name]
            if not template.words:
                return None
            made = StructReader(self, self.parser(template.words), full, bound, name).read()
            self.types = {**self.types, full: made}
        found = self.types[full]
        assert isinstance(found, Struct)
        return found

    def function(
        self, text: FunctionText, arguments: TemplateArguments, reads: ReadsWith | None = None
    ) -> syntax.Function:
        """A function for template arguments. Raises NotSupportedError for what is no C.

        `reads` makes the parser, where it is not that of the device.
        """
        key = id(text), arguments
        if key not in self._read:
            self._read[key] = self._function(text, arguments, reads or self.parser)
        return self._read[key]

    def _function(
        self, text: FunctionText, arguments: TemplateArguments, reads: ReadsWith
    ) -> syntax.Function:
        declared = frozenset((*self.functions, *self.types, *self.structures))
        refuse_not_emulated(text.words, self.file, declared)
        pairs = zip(text.templates, arguments, strict=False)
        named = {p.name: kind for p, kind in pairs if p.is_type and not isinstance(kind, int)}
        known = dict(text.bound)
        named |= {name: kind for name, kind in known.items() if not isinstance(kind, int)}
        if "<" in text.inside:  # the template's name alone means the instance that it is in
            named[text.inside.partition("<")[0]] = self.types[text.inside]
        parser = reads(text.words, named)
        known |= dict(zip((p.name for p in text.templates), arguments, strict=False))
        parser.numbers = {name: one for name, one in known.items() if isinstance(one, int)}
        function = _FunctionReader(parser).function()
        if text.owner:
            first = function.body
            this = syntax.Variable(
                "this",
                (self.host_types | self.types)[text.owner],
                lineno=first.lineno,
                col_offset=first.col_offset,
            )
            function.parameters.insert(0, this)
        return function


def _instance_name(name: str, bound: Mapping[str, CType | int]) -> str:
    said = ", ".join(str(one) if isinstance(one, int) else name_of(one) for one in bound.values())
    return f"{name}<{said}>"


@functools.lru_cache(32)
def read_unit(text: str, file: str) -> Unit:
    """A file of CUDA C. Raises NotSupportedError for what keeps it from being read."""
    chosen = numbers_said(text)
    reader = MacroReader(file, chosen)
    words = with_numbers(reader.written_out(text), chosen)
    _refuse_macros_declared(words, file)
    numbers = numbers_declared(words) | reader.numbers_defined()
    unit = Unit(file, text, missing=tuple(reader.missing), numbers=numbers)
    if any(word.is_name("cooperative_groups") for word in words):
        unit.types.update(GROUPS)
        named = {two.text for one, two in itertools.pairwise(words) if one.is_mark("::")}
        unit.types.update({k: one for k, one in GROUP_OPERATORS.items() if k in named})
    if any(word.kind == "name" and word.text in STATES for word in words):
        unit.types.update(STATES)
    _UnitReader(unit, words).read()
    return unit


def _refuse_macros_declared(words: list[Word], file: str) -> None:
    """Raises NotSupportedError where a parameter or variable has the name of a macro."""
    for at, word in enumerate(words):
        macro, row = word.macro, at - 1
        if macro is None or macro.line == 0 or word.kind != "number":
            continue
        while row > 0 and words[row].is_mark("*", "&"):
            row -= 1
        if row >= 0 and words[row].is_name(*BEFORE_A_NAME) and words[row].macro is None:
            sentence = (
                "{name} is {value} here, by the #define of line {line}: give the parameter or"
                " variable another name."
            )
            values = {"name": macro.name, "value": macro.said, "line": macro.line}
            refuse(file, word.place, "macro-declared", sentence, **values)


class _FunctionReader:
    def __init__(self, parser: Parser) -> None:
        self._parser = parser

    def function(self) -> syntax.Function:
        parser = self._parser
        begin = parser.word
        while True:
            if parser.word.is_name("__launch_bounds__", "__attribute__"):
                parser.next()
                parser.skip_brackets()
            elif parser.word.kind == "text":
                parser.next()
            elif parser.word.is_name(*QUALIFIERS):
                if parser.word.is_name("const", "constexpr", "struct", "typename"):
                    break
                parser.next()
            else:
                break
        result = parser.type_name()
        while parser.word.is_name("__launch_bounds__", *QUALIFIERS):
            if parser.next().text == "__launch_bounds__":
                parser.skip_brackets()
        name = parser.next().text
        parser.expect("(")
        parameters: list[syntax.Variable] = []
        while not parser.word.is_mark(")"):
            if parser.word.is_name("void") and parser.ahead(1).is_mark(")"):
                parser.next()
                break
            if parser.word.is_mark("..."):
                sentence = "functions of the device take no '...': name each parameter."
                parser.refuse(parser.word.place, "parameters", sentence)
            parameters.append(self._parameter())
            parser.hide(parameters[-1].name)
            if not parser.takes(","):
                break
        parser.expect(")")
        while parser.word.is_name("const", "noexcept"):
            parser.next()
        if parser.takes("->"):
            if parser.takes("decltype"):
                parser.skip_brackets()
                result = Auto()
            else:
                result = parser.type_name()
        body = parser.block()
        return parser._node(syntax.Function, begin, name, result, parameters, body)

    def _parameter(self) -> syntax.Variable:
        parser = self._parser
        parameter = parser.declarator(parser.base_type(), is_parameter=True)
        if not isinstance(parameter.kind, (np.dtype, Pointer, Struct, Reference, Auto)):
            of = getattr(parameter.kind, "of", None)
            if of is None:
                sentence = "a parameter cannot be void: give it a type."
                parser.refuse(parser.before.place, "parameters", sentence)
            rows: list[syntax.Expression] = []
            while isinstance(of, ArrayOf):
                if of.count is None:
                    sentence = "only the first of the sizes of {name} can be left out."
                    parser.refuse(parser.before.place, "rows", sentence, name=parameter.name)
                rows.append(of.count)
                of = of.of
            parameter.kind = Pointer(of, parser.is_constant, tuple(rows))
        if parser.takes("="):
            parameter.value = parser.assignment()
        return parameter


def sized(unit: Unit, kind: CType, numbers: Mapping[str, int] = NO_NUMBERS) -> CType:
    """A type whose arrays have numbers for their lengths, where the file tells them."""
    if not isinstance(kind, ArrayOf):
        return kind
    count = kind.count
    number = None if count is None else number_of(unit, count, numbers=numbers)
    if count is not None and number is not None:
        count = syntax.Number(number, INT, lineno=count.lineno, col_offset=count.col_offset)
    return ArrayOf(sized(unit, kind.of, numbers), count)


def template_parameters(parser: Parser) -> tuple[TemplateParameter, ...]:
    """Those between < and >, which come next."""
    begin = parser.at
    parser.skip_angles()
    inside = parser.words[begin + 1 : parser.at - 1]
    rows: list[list[Word]] = [[]]
    depth = 0
    for word in inside:
        depth += {"<": 1, ">": -1, "(": 1, ")": -1}.get(word.text, 0)
        if word.is_mark(",") and not depth:
            rows.append([])
        else:
            rows[-1].append(word)
    found = []
    for row in rows:
        split = next((k for k, word in enumerate(row) if word.is_mark("=")), len(row))
        names = [word for word in row[:split] if word.kind == "name"]
        if names:
            is_type = names[0].text in ("typename", "class") and len(names) < 3
            kind = " ".join(word.text for word in names[:-1] if not word.is_name("const"))
            default = tuple(row[split + 1 :])
            found.append(TemplateParameter(names[-1].text, is_type, default, kind))
    return tuple(found)


def at_structure(parser: Parser) -> bool:
    """Whether `struct Name {` comes next, with a base or an alignment or without."""
    if not parser.word.is_name("struct", "class", "union"):
        return False
    ahead = 1
    while parser.ahead(ahead).is_name(*ALIGNED):
        ahead += 1
        depth = 0
        while parser.ahead(ahead).is_mark("(") or depth:
            depth += parser.ahead(ahead).is_mark("(") - parser.ahead(ahead).is_mark(")")
            if parser.ahead(ahead).kind == "end":
                return False
            ahead += 1
    return parser.ahead(ahead).kind == "name" and parser.ahead(ahead + 1).is_mark("{", ":")


def read_alignment(unit: Unit, parser: Parser, numbers: Mapping[str, int] = NO_NUMBERS) -> int:
    """`__align__(16)`, in bytes; 0 where none stands there."""
    found = 0
    while parser.word.is_name(*ALIGNED):
        word = parser.next()
        if word.text == PACKED:
            sentence = "members without gaps between them (packed) are not known: take that out."
            parser.refuse(word.place, "packed", sentence)
        parser.expect("(")
        if parser.at_type():
            dtype = memory_dtype(parser.type_name())
            given = None if dtype is None else dtype.alignment
        else:
            given = number_of(unit, parser.assignment(), numbers)
        parser.expect(")")
        if given is None:
            sentence = "how this is aligned has to be a whole number that the file tells."
            parser.refuse(word.place, "alignment", sentence)
        found = max(found, given)
    return found


def refuse_aligned(parser: Parser, words: list[Word]) -> None:
    """Raises NotSupportedError for a member that lies elsewhere than its type tells."""
    found = next((word for word in words if word.is_name("__align__")), None)
    if found is not None:
        sentence = "an alignment of one member is not known: write it behind the word struct."
        parser.refuse(found.place, "alignment", sentence)


def assert_statically(unit: Unit, parser: Parser, holds: bool = True) -> None:
    """`static_assert(..);`: what is known to be false is no program; `holds`: whether it counts."""
    node = parser.static_assertion()
    found = number_of(unit, node.test, parser.numbers)
    if holds and found == 0:
        said = node.said or words_of("its condition is false; the compiler ends here, too.")
        sentence = "static assertion failed: {said}"
        refuse(
            unit.file, Place(node.lineno, node.col_offset + 1), "static-assert", sentence, said=said
        )


def read_enumeration(
    unit: Unit, parser: Parser, prefix: str = "", numbers: Mapping[str, int] = NO_NUMBERS
) -> dict[str, int]:
    """Reads `enum Color { RED, GREEN = 4 }`; gives those of its constants that are known.

    Each is a constant of int, or of the type behind the colon. `prefix`: of the structure around.
    """
    parser.next()
    closed = parser.takes("class", "struct")
    title = parser.next().text if parser.word.kind == "name" else ""
    below = parser.type_name() if parser.takes(":") else INT
    kind = below if isinstance(below, np.dtype) else INT
    if title:
        parser.types[title] = kind
    parser.expect("{")
    before: syntax.Expression | None = None
    known = dict[str, int]()
    while not parser.takes("}"):
        name = parser.next()
        if parser.takes("="):
            before = parser.assignment()
        elif before is None:
            before = parser._node(syntax.Number, name, 0, INT)
        else:
            one = parser._node(syntax.Number, name, 1, INT)
            before = parser._node(syntax.Binary, name, "+", before, one)
        found = number_of(unit, before, {**numbers, **known})
        if found is not None:
            before = parser._node(syntax.Number, name, found, INT)
        variable = parser._node(syntax.Variable, name, name.text, kind, before)
        if not closed:
            unit.variables[prefix + name.text] = GlobalVariable(variable, "plain")
            known |= {} if found is None else {name.text: found}
        if title:
            unit.variables[f"{title}::{name.text}"] = GlobalVariable(variable, "plain")
        if not parser.takes(",") and not parser.word.is_mark("}"):
            parser.expect("}")
    return known


class StructReader:
    """Reads a structure with methods: each becomes a function that gets the structure first.

    Those of the host alone are passed over. Raises NotSupportedError for more than one base, for
    what is virtual, and for templates in it.
    """

    def __init__(
        self,
        unit: Unit,
        parser: Parser,
        name: str,
        bound: Mapping[str, CType | int] = NOTHING_BOUND,
        title: str = "",
        alignment: int = 0,
    ) -> None:
        """`bound`: what the parameters of its template are, `title` the name of that."""
        self._alignment = alignment
        self._unit, self._parser, self._name = unit, parser, name
        self._bound, self._title = bound, title or name
        self.with_virtual = False  # the host alone may have virtual functions
        parser.types.update({k: one for k, one in bound.items() if not isinstance(one, int)})
        parser.numbers = {k: one for k, one in bound.items() if isinstance(one, int)}
        self._members: list[tuple[str, CType]] = []
        self._methods: list[tuple[str, FunctionText]] = []
        self._of_host: list[tuple[str, FunctionText]] = []
        self._base: Struct | None = None
        self._aliases: dict[str, CType | int] = {}
        self._declared: list[tuple[list[Word], list[Word]]] = []  # methods without a body
        self._defaults: list[Word] = []  # of members with a first value, as statements

    def read(self) -> Struct:
        """The type; its methods are functions of the file from now on."""
        parser = self._parser
        outer = dict(parser.types)
        parser.types[self._title] = Struct(self._name, ())
        alignment = read_alignment(self._unit, parser, parser.numbers) or self._alignment
        if parser.takes(":"):
            self._read_base()
        parser.expect("{")
        try:
            while not parser.takes("}"):
                if parser.word.is_name("public", "private", "protected"):
                    parser.next()
                    parser.expect(":")
                elif not parser.takes(";"):
                    self._item()
            makes = any(heads[-1].is_name(self._title) for heads, _ in self._declared)
            makes = makes or any(text.makes for _, text in self._methods)
            if not makes and self._is_made():
                self._default_constructor(parser.before.place)
            alignment = read_alignment(self._unit, parser, parser.numbers) or alignment
            parser.expect(";")
        finally:
            parser.types = outer
        found = Struct(self._name, tuple(self._members), alignment, self._base)
        self._hand_over()
        self._unit.readers[self._name] = self
        return found

    @property
    def is_open(self) -> bool:
        """Whether methods of it may be written further below."""
        return bool(self._declared) and not self._bound

    def _hand_over(self) -> None:
        """Makes the methods that were read functions of the file."""
        for name, text in self._methods:
            self._unit.functions.setdefault(name, []).append(text)
        for name, text in self._of_host:
            self._unit.host_methods.setdefault(name, []).append(text)
        self._methods, self._of_host = [], []

    def method_outside(self, heads: list[Word], rest: list[Word]) -> None:
        """Reads `void Name::f(..) {..}`, of which `heads` stand before the parameters."""
        name, count = heads[-1].text, len(_parameters(rest))
        found = next(
            (
                declared
                for declared, parameters in self._declared
                if declared[-1].text == name
                and len(_parameters(parameters)) == count
                and not any(word.is_mark("=") for word in parameters)
            ),
            None,
        )
        if found is None:
            sentence = (
                "{name} is declared in its structure with other parameters, or with defaults: write"
                " its body there."
            )
            self._parser.refuse(heads[-1].place, "method", sentence, name=name)
        heads = [*(word for word in found if word.is_name("static")), *heads]
        outer, self._parser = self._parser, self._unit.parser([*heads, *rest])
        try:
            self._method(len(heads))
        finally:
            self._parser = outer
        self._hand_over()

    def _is_made(self) -> bool:
        """Whether there is something to do where an object begins."""
        base = self._base.name if self._base is not None else ""
        return bool(self._defaults) or f"{base}::{base}" in self._unit.functions

    def _read_base(self) -> None:
        """`: public Base`: its members are the first ones of the structure."""
        parser = self._parser
        parser.takes("public", "private", "protected")
        place = parser.word.place
        base = None if parser.word.is_name("virtual") else parser.type_name()
        if not isinstance(base, Struct) or parser.word.is_mark(","):
            sentence = "a structure has one base at most here, which is no virtual one."
            parser.refuse(place, "methods", sentence)
        self._base = base
        self._members += base.members

    def _item(self) -> None:
        """A member, or a method."""
        parser = self._parser
        if parser.word.is_name("using", "typedef"):
            before = dict(parser.types)
            parser._alias()
            self._aliases |= {k: v for k, v in parser.types.items() if before.get(k) != v}
            return
        if self.with_virtual and parser.word.is_name("virtual") and not self._is_for_device():
            parser.next()  # the object itself tells which method it is
        if parser.word.is_name("static_assert", "_Static_assert"):
            is_trial = bool(self._bound) and self._name == self._title
            assert_statically(self._unit, parser, not is_trial)
            return
        if parser.word.is_name("template") and self._template():
            return
        if parser.word.is_name("enum") and self._enumeration():
            return
        if at_structure(parser) and not parser.word.is_name("union"):
            self._inner_structure()
            return
        if parser.word.is_name("template", "virtual", "union"):
            sentence = (
                "{what} in a structure is not known: write a __device__ function beside it, which"
                " takes the structure."
            )
            parser.refuse(parser.word.place, "methods", sentence, what=parser.word.text)
        refuse_aligned(parser, [parser.word])
        ahead = 0
        while not parser.ahead(ahead).is_mark("(", ";", "=", "{", "}", "["):
            if parser.ahead(ahead).kind == "end":
                break
            ahead += 1
            if parser.ahead(ahead - 1).is_name("operator"):
                ahead += 2 if parser.ahead(ahead).is_mark("(", "[") else 1
        if parser.ahead(ahead).is_mark("("):
            self._method(ahead)
            return
        static, at = parser.word.is_name("static"), parser.at
        declared = parser.declaration()
        words = parser.words[at : parser.at]
        refuse_aligned(parser, words)
        parser.expect(";")
        if static:
            self._static_constants(declared)
            return
        self._members += [
            (one.name, sized(self._unit, one.kind, parser.numbers)) for one in declared.variables
        ]
        if any(one.value is not None for one in declared.variables):
            self._first_values_of(words)

    def _is_for_device(self) -> bool:
        """Whether the method that comes next may be called by a kernel."""
        ahead = 0
        while not self._parser.ahead(ahead).is_mark("(", ";", "{"):
            if self._parser.ahead(ahead).kind == "end" or self._parser.ahead(ahead).is_name(
                "__device__"
            ):
                return True
            ahead += 1
        return False

    def outside(self, parser: Parser, ahead: int) -> None:
        """A method that stands behind the structure, from its type on; its name is `ahead`."""
        self._parser = parser
        self._method(ahead)
        self._hand_over()

    def _template(self) -> bool:
        """A method that is a template; False for a constructor, or a structure, that is one."""
        parser, begin = self._parser, self._parser.at
        parser.next()
        templates = template_parameters(parser)
        ahead = 0
        while not parser.ahead(ahead).is_mark("(", "{", ";") and parser.ahead(ahead).kind != "end":
            ahead += 1
        named = parser.ahead(ahead - 1)
        if not parser.ahead(ahead).is_mark("(") or named.text in (self._title, "operator"):
            parser.at = begin
            return False
        self._method(ahead, templates)
        return True

    def _enumeration(self) -> bool:
        """An enumeration in a structure: its names are constants of that; no member of its type."""
        parser, begin = self._parser, self._parser.at
        while not parser.word.is_mark("{", ";") and parser.word.kind != "end":
            parser.next()
        if not parser.word.is_mark("{"):
            parser.at = begin  # enum Color c;
            return False
        parser.at = begin
        before = dict(parser.types)
        numbers = read_enumeration(self._unit, parser, f"{self._name}::", parser.numbers)
        parser.numbers = {**parser.numbers, **numbers}
        made = {k: v for k, v in parser.types.items() if before.get(k) != v}
        self._unit.types = {**made, **self._unit.types}
        self._aliases |= made
        if not parser.takes(";"):
            declared = [parser.declarator(INT)]
            while parser.takes(","):
                declared.append(parser.declarator(INT))
            parser.expect(";")
            self._members += [(one.name, one.kind) for one in declared]
        return True

    def _inner_structure(self) -> None:
        """`struct Inner { .. };` in a structure: a type of the file."""
        parser, unit = self._parser, self._unit
        begin = parser.next()
        alignment = read_alignment(unit, parser, parser.numbers)
        name = parser.next().text
        if self._bound or name in unit.types or name in unit.structures:
            sentence = (
                "the structure {name} within another one is not known: declare it above that."
            )
            parser.refuse(begin.place, "inner-struct", sentence, name=name)
        made = StructReader(unit, parser, name, alignment=alignment).read()
        unit.types = {**unit.types, name: made}
        parser.types[name] = made

    def _static_constants(self, declared: syntax.Declaration) -> None:
        """`static const int N = 4;` is a constant of the file, Name::N."""
        numbers = self._parser.numbers
        for variable in declared.variables:
            value = variable.value
            known = None if value is None else number_of(self._unit, value, numbers=numbers)
            if known is not None and value is not None:
                variable.value = self._parser._node(syntax.Number, value, known, INT)
                self._parser.numbers = numbers = {**numbers, variable.name: known}
            full = f"{self._name}::{variable.name}"
            self._unit.variables[full] = GlobalVariable(variable, "plain")

    def _first_values_of(self, words: list[Word]) -> None:
        """Keeps `int x = 5, y;` as the statement x = (5);"""
        depth, name, value, is_value = 0, words[0], list[Word](), False
        for word in [*words, Word("mark", ",", words[-1].place)]:
            begins = word.is_mark("{", "=") and not depth and not is_value
            depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(word.text, 0)
            if word.is_mark(",") and not depth:
                if value:
                    self._defaults += _setting(name, value)
                value, is_value = [], False
            elif is_value or begins:
                is_value = True
                if not begins or word.is_mark("{"):
                    value.append(word)
            elif word.kind == "name" and not depth:
                name = word

    def _default_constructor(self, place: Any) -> None:
        """What makes an object without a constructor of its own: its base, and first values."""
        heads = [Word("name", "__device__", place), Word("name", self._title, place)]
        brackets = [Word("mark", mark, place) for mark in "(){}"]
        self._keep(heads, brackets[:2], [], brackets[2:], implied=True)

    def _method(self, ahead: int, templates: tuple[TemplateParameter, ...] = ()) -> None:
        parser, begin = self._parser, self._parser.at
        heads = parser.words[begin : begin + ahead]
        parser.at += ahead
        start = parser.at
        parser.skip_brackets()
        parameters = parser.words[start : parser.at]
        firsts: list[Word] = []
        keeps, at = False, parser.at
        while not parser.word.is_mark("{", ";"):
            if parser.takes(":"):
                firsts = self._first_values()
                continue
            keeps = keeps or parser.word.is_name("const")
            if parser.word.is_mark("("):  # noexcept(..)
                parser.skip_brackets()
            elif parser.next().kind == "end":
                return
        start = parser.at
        if parser.takes(";"):
            default = any(word.is_name("default", "delete") for word in parser.words[at:start])
            if not default and not any(word.is_mark("~") for word in heads):
                self._declared.append((heads, parameters))
            return
        parser.skip_brackets()
        body = parser.words[start : parser.at]
        on_device = any(word.is_name("__device__") for word in heads)
        if any(word.is_mark("~") for word in heads):
            if on_device and len(body) > 2:
                sentence = (
                    "a destructor that does something is not known: write a __device__ function,"
                    " and call it at the end."
                )
                parser.refuse(heads[0].place, "destructor", sentence)
        elif on_device and self._copies(heads, parameters):
            if not _copies_members(parameters, [*firsts, *body[1:]]):
                sentence = (
                    "a constructor that copies another object in a way of its own is not known:"
                    " write a __device__ function that gives the copy."
                )
                parser.refuse(heads[0].place, "copy", sentence)
        else:
            keeps = keeps and not any(word.is_name(*CHANGES_CONST) for word in parser.words)
            self._keep(heads, parameters, firsts, body, keeps, templates=templates)

    def _copies(self, heads: list[Word], parameters: list[Word]) -> bool:
        """Whether it is `Name(const Name& other)`."""
        named = [word.text for word in parameters if word.kind == "name" and word.text != "const"]
        whole = heads[-1].is_name(self._title) and not heads[0].is_name("operator")
        alone = not any(word.is_mark(",") for word in parameters)
        by_reference = any(word.is_mark("&", "&&") for word in parameters)
        return whole and alone and by_reference and named[:1] == [self._title]

    def _first_values(self) -> list[Word]:
        """`: x(a), y(b)` as the statements x = (a); y = (b);"""
        parser, found = self._parser, list[Word]()
        while parser.word.kind == "name":
            name = parser.next()
            if parser.word.is_mark("<"):
                parser.skip_angles()
            start = parser.at
            parser.skip_brackets()
            given = parser.words[start : parser.at]
            place = name.place
            if self._base is not None and name.text == self._base.name.partition("<")[0]:
                found = [*self._base_made(place, given[1:-1]), *found]
            else:
                if _is_list(given):
                    given = [
                        replace(given[0], text="{"),
                        *given[1:-1],
                        replace(given[-1], text="}"),
                    ]
                found += _setting(name, given)
            if not parser.takes(","):
                break
        return found

    def _base_made(self, place: Any, arguments: list[Word]) -> list[Word]:
        """`this->Base(arguments);`: the base of an object is constructed."""
        assert self._base is not None
        words = [Word("name", "this", place), Word("mark", "->", place)]
        words += [Word("name", self._base.name, place), Word("mark", "(", place), *arguments]
        return [*words, Word("mark", ")", place), Word("mark", ";", place)]

    def _keep(
        self,
        heads: list[Word],
        parameters: list[Word],
        firsts: list[Word],
        body: list[Word],
        keeps: bool = False,
        implied: bool = False,
        templates: tuple[TemplateParameter, ...] = (),
    ) -> None:
        """Writes the method as a function."""
        row = next((k for k, word in enumerate(heads) if word.is_name("operator")), len(heads) - 1)
        name = "".join(word.text for word in heads[row:])
        place, makes = heads[row].place, name == self._title
        name = self._name if makes else name
        result = [w for w in heads[:row] if not w.is_name("static", "explicit", "friend")]
        friend = any(word.is_name("friend") for word in heads)
        static = friend or any(word.is_name("static") for word in heads)
        if makes:
            result.append(Word("name", "void", place))
            made = f"{self._base.name}::{self._base.name}" if self._base is not None else ""
            begins = firsts[1:2] and firsts[0].is_name("this") and firsts[1].is_mark("->")
            firsts = [*self._defaults, *firsts]
            if made in self._unit.functions and not begins:
                firsts = [*self._base_made(place, []), *firsts]
        converts = heads[row].is_name("operator") and heads[row + 1].kind == "name"
        if converts:
            name = CONVERSION
            result += heads[row + 1 :]
        full = name if friend else f"{self._name}::{name}"
        words = [*result, Word("name", full, place), *parameters, body[0], *firsts, *body[1:]]
        text = FunctionText(
            full, False, words, templates, heads[0].place.line, body[-1].place.line,
            "" if static else self._name, makes, heads[0].place.header,
            f"{self._title}::{self._title if makes else name}" if self._bound else "",
            {**self._bound, **self._aliases}, "" if friend else self._name, keeps,
            implied=implied,
        )  # fmt: skip
        on_device = any(word.is_name("__device__") for word in heads)
        kept = self._methods if on_device else self._of_host
        kept.append((full, text))


def _parameters(words: list[Word]) -> list[list[Word]]:
    """The parameters in brackets, each with its words."""
    found, depth = list[list[Word]](), 0
    for word in words:
        depth += word.is_mark("(", "[", "{", "<") - word.is_mark(")", "]", "}", ">")
        if depth == 0:
            break
        if depth == 1 and word.is_mark("("):
            continue
        if word.is_mark(",") and depth == 1:
            found.append([])
        elif not found:
            found.append([word])
        else:
            found[-1].append(word)
    return found


def _setting(name: Word, value: list[Word]) -> list[Word]:
    """`name = value;`, of a value in brackets or braces also without more of them."""
    equals, begin, end, last = (Word("mark", text, name.place) for text in ("=", "(", ")", ";"))
    if value[0].is_mark("{"):
        return [name, equals, *value, last]
    return [name, equals, begin, *value, end, last]


def _copies_members(parameters: list[Word], body: list[Word]) -> bool:
    """Whether a constructor does no more than `x = other.x;` for members."""
    names = [word.text for word in parameters if word.kind == "name"]
    said = "".join(word.text for word in body).replace("this->", "")
    one = rf"(\w+)=[({{]*{re.escape(names[-1])}\.\1[)}}]*;"
    return re.sub(one, "", said) == "}"


def _as_named(kind: CType, found: Struct) -> CType:
    """A type of `typedef struct {..} Name, *Pointer;` with the structure's own name."""
    if isinstance(kind, Pointer):
        return replace(kind, to=_as_named(kind.to, found))
    return replace(kind, of=_as_named(kind.of, found)) if isinstance(kind, ArrayOf) else found


def _is_list(given: list[Word]) -> bool:
    """Whether brackets hold no value, or several: `x()`, `p(1, 2)`."""
    depth, commas = 0, 0
    for word in given:
        depth += word.is_mark(*BRACKETS) - word.is_mark(*BRACKETS.values())
        commas += word.is_mark(",") and depth == 1
    return len(given) == 2 or commas > 0


class _UnitReader:
    """Reads what stands outside of functions."""

    def __init__(self, unit: Unit, words: list[Word]) -> None:
        self._unit = unit
        self._parser = unit.parser(words)
        self._declared: dict[str, list[list[Word]]] = {}  # parameters of functions, by name

    def read(self) -> None:
        """All of it."""
        parser = self._parser
        while parser.word.kind != "end":
            if parser.word.is_mark("}", ";"):  # the end of a namespace or of extern "C" { .. }
                parser.next()
            elif parser.word.is_name("extern") and parser.ahead(1).kind == "text":
                parser.at += 2
                parser.takes("{")
            elif parser.word.is_name("namespace"):
                self._namespace()
            else:
                self._item()

    def _namespace(self) -> None:
        parser = self._parser
        parser.next()
        while not parser.word.is_mark("{", ";") and parser.word.kind != "end":
            parser.next()
        parser.next()

    def _item(self) -> None:
        parser, begin = self._parser, self._parser.at
        templates: tuple[TemplateParameter, ...] = ()
        special = False
        if parser.word.is_name("template"):
            parser.next()
            special = parser.ahead(1).is_mark(">")
            if not parser.word.is_mark("<"):  # template void f<float>(..): an explicit one
                self._skip_item()
                return
            templates = template_parameters(parser)
        start = parser.at
        heads = self._head()
        if any(word.is_name(*ON_DEVICE) for word in heads):
            self._device_item(start, heads, templates, special)
        elif self._at_constant_function(heads):
            self._device_item(start, heads, templates, special)
            self._unit.host_words += parser.words[begin : parser.at]
        elif parser.word.is_name("struct", "class") and parser.ahead(2).is_mark("<"):
            self._special_structure(special)
        elif parser.word.is_name("static_assert", "_Static_assert"):
            assert_statically(self._unit, parser)
        elif templates and parser.word.is_name("struct", "class") and parser.ahead(2).is_mark(";"):
            empty = StructTemplate(templates, [], ())
            self._unit.structures.setdefault(parser.ahead(1).text, empty)
            self._skip_item()
        elif not templates and at_structure(parser):
            self._struct()
        elif templates and at_structure(parser) and not parser.word.is_name("union"):
            self._struct_template(templates)
        elif not templates and parser.word.is_name("typedef", "using", "enum"):
            self._alias(start)
        elif not templates and any(w.is_name("const", "constexpr", "static") for w in heads):
            self._plain_constant(start)
        else:
            self._note_class(heads)
            self._skip_item()
            self._unit.host_words += parser.words[begin : parser.at]

    def _at_constant_function(self, heads: list[Word]) -> bool:
        """`constexpr int f(..)`: the host and the device have it."""
        named = len(heads) > 2 and heads[-1].kind == "name"
        constant = any(word.is_name("constexpr") for word in heads)
        return named and constant and self._parser.ahead(len(heads)).is_mark("(")

    def _struct_template(self, templates: tuple[TemplateParameter, ...]) -> None:
        """Keeps its words; each use reads them for its arguments."""
        parser, unit = self._parser, self._unit
        start = parser.at
        parser.next()
        alignment = parser.at
        while parser.word.is_name(*ALIGNED):
            parser.next()
            if parser.word.is_mark("("):
                parser.skip_brackets()
        heads, name = parser.words[alignment : parser.at], parser.next().text
        inside, parser.at = parser.at, start
        self._skip_item()
        words = [*heads, *parser.words[inside : parser.at]]
        bound: dict[str, CType | int] = {p.name: INT if p.is_type else 1 for p in templates}
        before = {key: list(several) for key, several in unit.functions.items()}
        types = unit.types
        try:
            StructReader(unit, unit.parser(words), name, bound).read()
        except NotSupportedError as error:
            unit.skipped[name], unit.unread[name] = error.message, words
            return
        unit.types = types
        made = [
            one
            for key, several in unit.functions.items()
            for one in several
            if one not in before.get(key, ())
        ]
        unit.functions = before
        unit.structures[name] = StructTemplate(templates, words, tuple(made))

    def _special_structure(self, whole: bool) -> None:
        """`template <> struct Name<float> { .. };`; one that leaves parameters is not known."""
        parser, unit, start = self._parser, self._unit, self._parser.at
        name = parser.ahead(1).text
        try:
            parser.at += 2
            given = parser.template_arguments()
            known = whole and unit.special_structure(name, given, parser)
        except NotSupportedError:
            known = False
        if not known:
            parser.at = start
            unit.structures.pop(name, None)
            unit.skipped[name] = HALF_SPECIAL
            self._skip_item()

    def _note_class(self, heads: list[Word]) -> None:
        """`class Name : public Base {`, `template <class T> struct Name {`."""
        names = [word for word in heads if word.kind == "name"]
        begins = self._parser.ahead(len(heads)).is_mark("{")
        if begins and len(names) > 1 and names[0].text in ("class", "struct", "union"):
            union = names[0].text == "union"
            self._unit.skipped.setdefault(names[1].text, UNIONS if union else None)

    def _head(self) -> list[Word]:
        """The words up to the brackets of parameters, a first value or the end."""
        ahead, found = 0, list[Word]()
        while not self._parser.ahead(ahead).is_mark("{", ";", "=", "}"):
            word = self._parser.ahead(ahead)
            if word.kind == "end" or (
                word.is_mark("(") and ahead and "launch_bounds" not in found[-1].text
            ):
                break
            if word.is_mark("[") and ahead and not found[-1].is_name("operator"):
                break
            found.append(word)
            ahead += 1
        return found

    def _skip_item(self) -> None:
        """Reads over a declaration or function of the host."""
        parser = self._parser
        while parser.word.kind != "end":
            if parser.word.is_mark("(", "["):
                parser.skip_brackets()
            elif parser.word.is_mark("{"):
                parser.skip_brackets()
                if not parser.word.is_mark(",", "=", "."):
                    parser.takes(";")
                    return
            elif parser.next().is_mark(";"):
                return

    def _device_item(
        self,
        start: int,
        heads: list[Word],
        templates: tuple[TemplateParameter, ...],
        special: bool,
    ) -> None:
        """A kernel, a function of the device, or a variable in its memory."""
        parser, unit = self._parser, self._unit
        clusters = [word for word in heads if word.is_name("__cluster_dims__")]
        refuse_not_emulated(clusters, unit.file, frozenset())
        called = parser.ahead(len(heads)).is_mark("(")
        if not called:
            self._device_variable(heads)
            return
        name, named, arguments = specialisations.head_of(heads)
        row = next((k for k, word in enumerate(heads) if word.is_name("operator")), -1)
        self._skip_function()
        words = parser.words[start : parser.at]
        if not words[-1].is_mark("}"):  # declared, and written further below
            self._declared.setdefault(name, []).append(words[len(heads) : -1])
            return
        if not templates and self._is_method_outside(heads, words):
            return
        is_kernel = any(word.is_name("__global__") for word in heads)
        if row >= 0:
            name = "operator" + "".join(word.text for word in heads[row + 1 :])
            words = [*words[:row], Word("name", name, words[row].place), *words[len(heads) :]]
        elif arguments:
            words = [*named, *words[len(heads) :]]
        if not name:
            return
        words = self._with_defaults(words, name)
        words = self._without_structures(words, name, templates)
        function = FunctionText(
            name, is_kernel, words, templates, words[0].place.line, words[-1].place.line,
            header=words[0].place.header, special=tuple(arguments) if special else None,
        )  # fmt: skip
        unit.functions.setdefault(name, []).append(function)

    def _with_defaults(self, words: list[Word], name: str) -> list[Word]:
        """A function with the defaults of parameters that its declaration further above has."""
        begin = next((row for row, word in enumerate(words) if word.is_mark("(")), len(words))
        end = behind_brackets(words, begin)
        own = _parameters(words[begin:end])
        for declared in self._declared.get(name, ()):
            above = _parameters(declared)
            values = [
                one[next((k for k, word in enumerate(one) if word.is_mark("=")), len(one)) :]
                for one in above
            ]
            if len(above) == len(own) and any(values):
                between = replace(words[begin], text=",")
                filled = list[Word]()
                for one, value in zip(own, values, strict=True):
                    filled += [*([between] if filled else []), *one, *value]
                return [*words[: begin + 1], *filled, *words[end - 1 :]]
        return words

    def _is_method_outside(self, heads: list[Word], words: list[Word]) -> bool:
        """Whether it is `__device__ void Name::f(..) {..}`, which becomes a method of Name."""
        row = next((k for k, word in enumerate(heads) if word.is_mark("::")), 0)
        reader = self._unit.readers.get(heads[row - 1].text) if row else None
        if reader is None or not reader.is_open:
            return False
        reader.method_outside([*heads[: row - 1], *heads[row + 1 :]], words[len(heads) :])
        return True

    def _without_structures(
        self, words: list[Word], name: str, templates: tuple[TemplateParameter, ...]
    ) -> list[Word]:
        """A function without the structures that it declares, which are types of the file."""
        known = {*self._unit.types, *self._unit.structures, *self._unit.skipped}
        above, rest = local_types.lifted(words, name, known, {one.name for one in templates})
        if above:
            _UnitReader(self._unit, above).read()
            self._parser.types |= self._unit.types
        return rest

    def _skip_function(self) -> None:
        parser = self._parser
        while parser.word.kind != "end":
            if parser.word.is_mark("("):
                parser.skip_brackets()
            elif parser.word.is_mark("{"):
                parser.skip_brackets()
                return
            elif parser.next().is_mark(";"):
                return

    def _device_variable(self, heads: list[Word]) -> None:
        parser = self._parser
        place: Literal["constant", "device", "shared"] = "device"
        for word in heads:
            if word.is_name("__constant__"):
                place = "constant"
            elif word.is_name("__shared__"):
                place = "shared"
        self._keep(parser.declaration(), place)
        parser.expect(";")

    def _keep(
        self, declared: syntax.Declaration, place: Literal["constant", "device", "shared", "plain"]
    ) -> None:
        for variable in declared.variables:
            self._unit.variables[variable.name] = GlobalVariable(variable, place)

    def _plain_constant(self, start: int) -> None:
        """`const int N = 100;`, or whatever else of the host begins so."""
        parser = self._parser
        try:
            declared = parser.declaration()
            parser.expect(";")
        except NotSupportedError:
            parser.at = start
            self._skip_item()
            self._unit.host_words += parser.words[start : parser.at]
            return
        self._keep(declared, "plain")

    def _alias(self, start: int) -> None:
        parser = self._parser
        try:
            if parser.word.is_name("enum"):
                self._enumeration()
            elif parser.word.is_name("typedef") and parser.ahead(1).is_name(
                "struct", "union", "enum"
            ):
                self._typedef_struct()
            else:
                parser._alias()
        except NotSupportedError as error:
            parser.at = start
            self._skip_item()
            words = parser.words[start : parser.at]
            if words[1:2] and words[1].is_name("struct", "union") and words[-2].kind == "name":
                self._unit.skipped.setdefault(words[-2].text, error.message)
            self._note_pointer_to_function(words)
        self._unit.types = {**self._unit.types, **parser.types}

    def _note_pointer_to_function(self, words: list[Word]) -> None:
        """`typedef float (*operation)(float, float);`, `using operation = float (*)(float);`."""
        marks = [word.text for word in words]
        for at in range(len(marks) - 1):
            if marks[at : at + 2] == ["(", "*"]:
                named = words[1] if words[0].is_name("using") else words[at + 2]
                self._unit.skipped.setdefault(named.text, FUNCTION_POINTERS)
                return

    def _enumeration(self) -> None:
        read_enumeration(self._unit, self._parser)
        self._parser.takes(";")

    def _typedef_struct(self) -> None:
        """`typedef struct { .. } Name;`."""
        parser = self._parser
        parser.next()
        if parser.word.is_name("enum"):
            self._enumeration()
            if parser.word.kind == "name":
                parser.types[parser.next().text] = INT
                parser.expect(";")
            return
        union = parser.next().text == "union"
        alignment = self._alignment()
        tag = parser.next().text if parser.word.kind == "name" else ""
        members = self._members()
        alignment = alignment or self._alignment()
        found = Struct("", members, alignment, is_union=union)
        named = [parser.declarator(found)]
        while parser.takes(","):
            named.append(parser.declarator(found))
        parser.expect(";")
        plain = next((one.name for one in named if one.kind == found), tag)
        found = replace(found, name=plain)
        for one in named:
            parser.types[one.name] = _as_named(one.kind, found)
        if tag:
            parser.types[tag] = found

    def _struct(self) -> None:
        """`struct Name { .. };`; one with methods is not known."""
        parser, start = self._parser, self._parser.at
        union = parser.next().text == "union"
        alignment = self._alignment()
        name = parser.next().text
        inside = parser.at
        try:
            members = self._members()
            alignment = self._alignment() or alignment
            found = Struct(name, members, alignment, is_union=union)
            parser.expect(";")
        except NotSupportedError:
            parser.at = inside
            try:
                if union:
                    raise NotSupportedError(UNIONS) from None
                found = StructReader(self._unit, parser, name, alignment=alignment).read()
            except NotSupportedError as error:
                parser.at = start
                self._skip_item()
                self._unit.skipped[name] = error.message
                self._unit.unread[name] = parser.words[inside : parser.at]
                return
        self._unit.types = {**self._unit.types, name: found}
        parser.types |= self._unit.types

    def _alignment(self) -> int:
        return read_alignment(self._unit, self._parser)

    def _members(self) -> tuple[tuple[str, CType], ...]:
        parser = self._parser
        parser.expect("{")
        members: list[tuple[str, CType]] = []
        while not parser.takes("}"):
            at = parser.at
            declared = parser.declaration()
            refuse_aligned(parser, parser.words[at : parser.at])
            if any(one.value is not None for one in declared.variables):
                parser.refuse(
                    parser.word.place,
                    "member-value",
                    "first values of members are known without typedef: struct Name {{ .. }};",
                )
            parser.expect(";")
            members += [(one.name, sized(self._unit, one.kind)) for one in declared.variables]
        return tuple(members)
