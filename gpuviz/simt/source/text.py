"""The text of a live function, wherever it was written: a file, a notebook, a text for exec."""

from __future__ import annotations

import ast
import inspect
import textwrap
from types import CodeType, FunctionType

from gpuviz.messages import Message, NotSupportedError
from gpuviz.simt.source.executed_texts import executed_text, functions_in
from gpuviz.source_lines import source_lines, without_other_ends

LAMBDA = "<lambda>"
NO_SOURCE = (
    "The source of {name} cannot be found: gpuviz reads it to run the kernel."
    " Put the kernel into a file and import it from there."
)


def source_text(function: FunctionType) -> tuple[str, int]:
    """The text from the first decorator to the end of the body, and the line that it begins in.

    The indentation is removed; of a lambda it is the expression alone.
    Raises NotSupportedError where the text cannot be had.
    """
    lines = _all_lines(function)
    if function.__code__.co_name == LAMBDA:
        text, first = _lambda_text("".join(lines), function.__code__)
        return "".join(map(without_other_ends, source_lines(text))), first
    first = function.__code__.co_firstlineno
    block = inspect.getblock([without_other_ends(line) for line in lines[first - 1 :]])
    return textwrap.dedent("".join(block)), first


def function_tree(text: str) -> ast.FunctionDef:
    """The syntax tree of a captured function; a lambda becomes a function that returns.

    Raises NotSupportedError where a text inside the function stands further to the left than the
    function itself, so that it cannot be read alone.
    """
    for node in _statements(text):
        if isinstance(node, ast.FunctionDef):
            return node
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Lambda):
            return _as_function(node.value)
    template = (
        "A kernel or device function must be written with def or as a lambda, and all its lines"
        " must be indented alike."
    )
    raise NotSupportedError(Message("capture.not-readable", template))


def _all_lines(function: FunctionType) -> list[str]:
    """The lines of the whole text that the function stands in."""
    code = function.__code__
    try:
        lines = inspect.findsource(function)[0]
        # many texts are called <string>: that of `python -c`, which Python 3.13 keeps, is one
        if not code.co_filename.startswith("<") or _makes("".join(lines), code):
            return lines
    except (OSError, TypeError):
        pass
    text = executed_text(code)
    if text is None:
        raise _no_source(function.__name__)
    return source_lines(text)


def _lambda_text(text: str, code: CodeType) -> tuple[str, int]:
    """The lambda with this very code: several may stand in one line."""
    if _makes(text, code):
        lambdas = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Lambda)]
        around = [node for node in lambdas if _has_all(node.body, code)]
        if around:  # the innermost: a lambda may stand in another one, and begins later
            node = max(around, key=lambda node: (node.lineno, node.col_offset))
            return ast.get_source_segment(text, node) or "", node.lineno
    raise _no_source(LAMBDA)


def _makes(text: str, code: CodeType) -> bool:
    """Whether a code comes of this text."""
    return any(_content(part) == _content(code) for part in functions_in(text, code))


def _content(code: CodeType) -> tuple[object, ...]:
    """The instructions are left out: IPython compiles each statement alone, and then functions of a
    module that the same text imports are called by others.
    """
    constants = [_content(one) if isinstance(one, CodeType) else one for one in code.co_consts]
    names = code.co_name, code.co_names, code.co_varnames
    return code.co_firstlineno, names, constants, set(code.co_positions())


def _has_all(node: ast.expr, code: CodeType) -> bool:
    """Whether all instructions of a code stand within an expression."""
    first, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
    found = False
    for line, end_line, column, end_column in code.co_positions():
        if None in (line, column) or (line, column) == (end_line, end_column):
            continue  # it stands for the function as a whole
        found = True
        if (line, column) < first or (end_line, end_column) > end:
            return False
    return found


def _statements(text: str) -> list[ast.stmt]:
    for readable in (text, f"({text})"):  # a lambda over several lines stands between brackets
        try:
            return ast.parse(readable).body
        except (SyntaxError, ValueError):  # ValueError: a 0, or half a character
            continue
    return []


def _as_function(node: ast.Lambda) -> ast.FunctionDef:
    made = ast.parse("def function(): pass").body[0]
    assert isinstance(made, ast.FunctionDef)
    made.args = node.args
    made.body = [ast.copy_location(ast.Return(node.body), node.body)]
    return ast.copy_location(made, node)


def _no_source(name: str) -> NotSupportedError:
    return NotSupportedError(Message("capture.no-source", NO_SOURCE, {"name": name}))
