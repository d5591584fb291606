"""Reads lambdas of the device: `[=, &sum](int i) mutable -> float { .. }`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.types import ArrayOf, Auto, CType, Pointer

if TYPE_CHECKING:
    from gpuviz.cuda_c.parser import Parser

BEFORE_BODY = ("mutable", "noexcept", "constexpr", "__device__", "__host__", "__forceinline__")


def read_lambda(parser: Parser) -> syntax.Lambda:
    """A lambda whose [ comes next. Raises NotSupportedError for what is none."""
    begin = parser.word
    outer, hidden = dict(parser.types), parser._hidden
    parser._deeper()
    default, captures = _captures(parser)
    changes = _qualifiers(parser)
    parameters = _parameters(parser) if parser.word.is_mark("(") else []
    changes = _qualifiers(parser) or changes
    result: CType = parser.type_name() if parser.takes("->") else Auto()
    greater, parser._no_greater = parser._no_greater, 0
    body = parser.block()
    parser._no_greater = greater
    parser.types, parser._hidden = outer, hidden
    parser._depth -= 1
    return parser._node(
        syntax.Lambda, begin, default, captures, parameters, result, body, changes
    )  # fmt: skip


def _qualifiers(parser: Parser) -> bool:
    """Reads what may stand before the parameters or the body; whether it is `mutable`."""
    changes = False
    while parser.word.is_name(*BEFORE_BODY):
        changes = parser.next().text == "mutable" or changes
    return changes


def _captures(parser: Parser) -> tuple[str, list[syntax.Capture]]:
    default, found = "", list[syntax.Capture]()
    parser.expect("[")
    while not parser.word.is_mark("]"):
        begin = parser.word
        by_reference = parser.takes("&")
        if by_reference and parser.word.is_mark(",", "]"):
            default = "&"
        elif parser.takes("="):
            default = "="
        elif parser.word.is_mark("*") and parser.ahead(1).is_name("this"):
            parser.at += 2
        elif parser.word.kind != "name":
            sentence = "a name is expected here, before {found}."
            parser.refuse(parser.word.place, "syntax", sentence, found=parser.said)
        else:
            name = parser.next().text
            value = parser.assignment() if parser.takes("=") else None
            if name != "this":
                found.append(parser._node(syntax.Capture, begin, name, by_reference, value))
        if not parser.takes(","):
            break
    parser.expect("]")
    return default, found


def _parameters(parser: Parser) -> list[syntax.Variable]:
    found: list[syntax.Variable] = []
    parser.expect("(")
    while not parser.word.is_mark(")"):
        if parser.word.is_name("void") and parser.ahead(1).is_mark(")"):
            parser.next()
            break
        parameter = parser.declarator(parser.base_type(), is_parameter=True)
        if isinstance(parameter.kind, ArrayOf):
            parameter.kind = Pointer(parameter.kind.of, parser.is_constant)
        if parser.takes("="):
            parameter.value = parser.assignment()
        parser.hide(parameter.name)
        found.append(parameter)
        if not parser.takes(","):
            break
    parser.expect(")")
    return found
