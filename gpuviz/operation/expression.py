"""Arithmetic in size names, such as "2 * m * n * k": checked and computed without `eval`."""

from __future__ import annotations

import ast
import functools
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from gpuviz.messages import EnglishTemplate, Message, RequestRefused

_OPERATORS: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
MAX_LENGTH = 300  # characters
_FUNCTIONS: dict[str, Callable[..., int]] = {"min": min, "max": max}


class ExpressionError(ValueError):
    """The text is no expression in the size names; the message says why, to follow a colon."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text)
        self.message = message


@dataclass(frozen=True, slots=True)
class Expression:
    """Whole numbers, size names, + - * // % min max and parentheses."""

    text: str

    def check(self, names: tuple[str, ...]) -> None:
        """Raises ExpressionError when the text is no expression in `names`."""
        if len(self.text) > MAX_LENGTH:
            template: EnglishTemplate = "it is longer than {most} characters"
            raise ExpressionError(Message("expression.long", template, {"most": MAX_LENGTH}))
        _check(_parsed(self.text), names)

    def evaluate(self, values: Mapping[str, int]) -> int:
        """The number for these sizes. Raises RequestRefused where it divides by zero."""
        try:
            return _value(_parsed(self.text), values)
        except ZeroDivisionError:
            sizes = ", ".join(f"{name} = {value}" for name, value in values.items())
            raise RequestRefused(
                Message(
                    "operation.zero-division",
                    "'{text}' divides by zero for {sizes}: choose another size.",
                    {"text": self.text, "sizes": sizes},
                )
            ) from None


@functools.lru_cache(maxsize=256)
def _parsed(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ExpressionError(Message("expression.none", "it is not an expression")) from None


def _check(node: ast.expr, names: tuple[str, ...]) -> None:
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool):
            return
        case ast.Name(id=name):
            _check_name(name, names)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            _check(operand, names)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            _check(left, names)
            _check(right, names)
        case ast.Call(func=ast.Name(id=("min" | "max")), args=[_, _, *_] as args, keywords=[]):
            for arg in args:
                _check(arg, names)
        case _:
            raise _not_allowed(node)


def _check_name(name: str, names: tuple[str, ...]) -> None:
    if name not in names:
        template: EnglishTemplate = "'{name}' is not a size; the sizes are {names}"
        values = {"name": name, "names": ", ".join(names)}
        raise ExpressionError(Message("expression.name", template, values))


def _not_allowed(node: ast.expr) -> ExpressionError:
    template: EnglishTemplate = (
        "'{text}' is not allowed; use whole numbers, the sizes, + - * // %, min(), max() and"
        " parentheses"
    )
    return ExpressionError(Message("expression.part", template, {"text": ast.unparse(node)}))


def _value(node: ast.expr, values: Mapping[str, int]) -> int:
    match node:
        case ast.Constant(value=int(number)):
            return number
        case ast.Name(id=name):
            return values[name]
        case ast.UnaryOp(operand=operand):
            return -_value(operand, values)
        case ast.BinOp(left=left, op=op, right=right):
            return _OPERATORS[type(op)](_value(left, values), _value(right, values))
        case ast.Call(func=ast.Name(id=name), args=args):
            return _FUNCTIONS[name](*(_value(arg, values) for arg in args))
        case _:
            raise _not_allowed(node)
