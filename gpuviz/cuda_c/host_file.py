"""Reads the functions and variables of the host of a file, those that can be read."""

from __future__ import annotations

import itertools

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.host_parser import HostParser
from gpuviz.cuda_c.host_shapes import parts_of
from gpuviz.cuda_c.host_syntax import HostFunction, HostText, Lambda, zero_at_first
from gpuviz.cuda_c.host_values import type_parameter
from gpuviz.cuda_c.types import VOID, CType, Pointer, Struct
from gpuviz.cuda_c.unit import ReadsWith, StructReader, Unit
from gpuviz.cuda_c.words import Word
from gpuviz.messages import NotSupportedError

HANDLES = (*("cudaDeviceProp", "FILE", "cudaArray", "string", "timeval", "ofstream"),)
POINTERS = (
    *("cudaStream_t", "cudaEvent_t", "cudaGraph_t", "cudaGraphExec_t", "cudaArray_t"),
    *("cublasHandle_t", "curandGenerator_t"),
)
"""Those of them that are pointers to what the runtime keeps."""
"""Types of the host whose values say nothing of a launch."""


def read_functions(unit: Unit) -> HostText:
    """All functions of the host of a file that can be read."""
    return _FileReader(unit).read()


def reader_of_methods(unit: Unit) -> ReadsWith:
    """What reads the methods of the host's structures."""
    return _FileReader(unit).of_method


class _FileReader:
    def __init__(self, unit: Unit) -> None:
        self._unit = unit
        opaque: dict[str, CType] = {name: Struct(name, ()) for name in HANDLES}
        opaque |= {name: Pointer(VOID) for name in POINTERS}
        opaque |= {name: Struct(name, ()) for name in unit.skipped}
        self._types = opaque | unit.host_types | unit.types
        self._words = unit.host_words
        self._templates = _template_names(unit.host_words)
        self._found = HostText()

    def of_method(self, words: list[Word], types: dict[str, CType]) -> HostParser:
        """A parser of a method, which knows these types as well."""
        return self._parser(words, types)

    def read(self) -> HostText:
        """Goes from one item of the file to the next."""
        for name, words in self._unit.unread.items():
            self._structure(name, words)
        parser = self._parser(self._words, {})
        while parser.word.kind != "end":
            start = parser.at
            try:
                self._item(parser)
            except NotSupportedError:
                parser.at = max(start, parser.at)
                self._pass_over(parser, start)
            if parser.at <= start:
                parser.at = start + 1
        return self._found

    def _parser(self, words: list[Word], types: dict[str, CType]) -> HostParser:
        parser = HostParser(words, self._unit.file, self._types | types, self._is_template, {})
        parser.is_static = parser.is_method = self._is_in_structure
        parser.structures, parser.instance = self._unit.structures, self._unit.instance
        return parser

    def _is_in_structure(self, name: str) -> bool:
        """Whether `A::f` is a function or a constant of a structure."""
        unit = self._unit
        return any(name in known for known in (unit.variables, unit.functions, unit.host_methods))

    def _is_template(self, name: str) -> bool:
        return name in self._templates or self._unit.is_template(name)

    @staticmethod
    def _pass_over(parser: HostParser, start: int) -> None:
        parser.at = start
        while parser.word.kind != "end":
            if parser.word.is_mark("(", "[", "{"):
                ends = parser.word.is_mark("{")
                try:
                    parser.skip_brackets()
                except NotSupportedError:
                    parser.at = len(parser.words)
                if ends:
                    parser.takes(";")
                    return
            elif parser.next().is_mark(";"):
                return

    def _item(self, parser: HostParser) -> None:
        templates: tuple[str, ...] = ()
        if parser.word.is_name("template"):
            parser.next()
            begin = parser.at
            parser.skip_angles()
            inside = parser.words[begin : parser.at]
            ends = [k for k, word in enumerate(inside) if word.is_mark(",", "=", ">")]
            named = [inside[k - 1].text for k in ends if inside[k - 1].kind == "name"]
            templates = tuple(dict.fromkeys(named))
            kinds = {
                inside[k].text
                for k, word in enumerate(inside[:-1], 1)
                if word.is_name("typename", "class")
            }
            parser.types |= {name: type_parameter(name) for name in kinds}
        elsewhere = parser.word.is_name("extern")
        while parser.word.is_name("static", "inline", "extern", "__host__") or (
            parser.word.kind == "text"
        ):
            parser.next()
        if self._method_outside(parser):
            return
        parser._meet_unknown_type()
        base = parser.base_type()
        behind = parser.at
        while parser.word.is_mark("*", "&") or parser.word.is_name("const", "inline"):
            parser.next()
        name = parser.word
        if name.kind != "name" or not parser.ahead(1).is_mark("("):
            parser.at = behind
            self._variables(parser, base, elsewhere)
            return
        parser.next()
        parser.next()
        parameters = parser.parameters()
        parser.expect(")")
        if parser.takes(";"):
            return
        body = parser.block()
        for part in parts_of(body):
            if isinstance(part, syntax.Variable) and isinstance(part.value, Lambda):
                self._found.lambdas.setdefault(part.name, []).append(part.value.body)
        self._found.functions.setdefault(name.text, []).append(
            HostFunction(name.text, parameters, body, templates)
        )

    def _structure(self, name: str, words: list[Word]) -> None:
        """A structure that kernels cannot have, for the host alone."""
        reader = StructReader(self._unit, self._parser(words, {}), name)
        reader.with_virtual = True
        try:
            self._types[name] = self._unit.host_types[name] = reader.read()
        except NotSupportedError:
            self._unit.host_types.pop(name, None)

    def _method_outside(self, parser: HostParser) -> bool:
        """`void Name::method(..) { .. }`, of a structure that was read; whether it is one."""
        ahead = 0
        while not parser.ahead(ahead).is_mark("(", ";", "{", "=", "}"):
            if parser.ahead(ahead).kind == "end":
                return False
            ahead += 1
        row = parser.at + ahead - 3  # of the structure's name
        words = parser.words
        if row < parser.at or not words[row + 1].is_mark("::"):
            return False
        reader = self._unit.readers.get(words[row].text)
        begin = parser.at
        self._pass_over(parser, begin)
        if reader is not None and words[parser.at - 1].is_mark("}"):
            body = [*words[begin:row], *words[row + 2 : parser.at]]
            reader.outside(self._parser(body, {}), ahead - 2)
        return True

    def _variables(self, parser: HostParser, base: CType, elsewhere: bool) -> None:
        while True:
            variable = parser.declarator(base)
            if parser.takes("="):
                variable.value = (
                    parser._values() if parser.word.is_mark("{") else parser.assignment()
                )
            self._found.variables.append(variable if elsewhere else zero_at_first(variable))
            if not parser.takes(","):
                break
        parser.expect(";")


def _template_names(words: list[Word]) -> frozenset[str]:
    """The functions of the host that are templates."""
    found = set[str]()
    for at, word in enumerate(words):
        if not word.is_name("template"):
            continue
        for before, after in itertools.pairwise(words[at:]):
            if after.is_mark("{", ";"):
                break
            if before.kind == "name" and after.is_mark("("):
                found.add(before.text)
                break
    return frozenset(found)
