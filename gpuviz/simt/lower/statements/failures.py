"""assert and raise: they end the threads that fail, and nobody hears of it but by a note.

With @cuda.jit(debug=True) the first thread that fails ends the launch, in its author's words.
"""

from __future__ import annotations

import ast
import builtins

import numpy as np

from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.lowering import lower, number
from gpuviz.simt.lower.nodes import EndThreads, Node, Simple
from gpuviz.simt.lower.scope import Scope, Symbol
from gpuviz.simt.source.symbols import EXCEPTION

RAISED = "thread {thread} of block {block} ended the launch in line {line} with {kind}{words}."
ASSERTION = (
    "thread {thread} of block {block} ended the launch in line {line}: {test} does not hold there"
    "{words}."
)
ENDED_BY_RAISE = (
    "Line {line}: {count} threads have ended with {kind}{words}, thread {thread} of block {block}"
    " first. On a GPU nobody hears of it and the host goes on; decorate the kernel with"
    " @cuda.jit(debug=True, opt=False) to see the exception."
)
ENDED_BY_ASSERTION = (
    "Line {line}: {count} threads have ended because {test} does not hold there{words}, thread"
    " {thread} of block {block} first. On a GPU nobody hears of it and the host goes on; decorate"
    " the kernel with @cuda.jit(debug=True, opt=False) to see the exception."
)


def assert_statement(scope: Scope, node: ast.Assert) -> Node:
    """`assert test, "words"`: ends the threads whose test does not hold."""
    test = operators.truth(number(scope, node.test)).run
    values = {"test": ast.unparse(node.test), "words": _words(scope, node.msg)}
    if scope.program.debug:
        message, place = Message("kernel.assertion", ASSERTION, values), scope.place(node)

        def work(frame: CallFrame, mask: Mask) -> None:
            _, failing = mask.split(test(frame, mask))
            if failing is not None:
                raise _failure(frame, failing, message, place)

        return Simple(scope.statement, work)
    note = Message("trace.ended-by-assertion", ENDED_BY_ASSERTION, values)
    return EndThreads(scope.statement, test, note, scope.place(node))


def raise_statement(scope: Scope, node: ast.Raise) -> Node:
    """`raise ValueError("words")` ends the threads that come to it."""
    kind, words = _exception(scope, node)
    values = {"kind": kind, "words": words}
    scope.flow = scope.flow.ended()
    if scope.program.debug:
        message, place = Message("kernel.raised", RAISED, values), scope.place(node)

        def work(frame: CallFrame, mask: Mask) -> None:
            raise _failure(frame, mask, message, place)

        return Simple(scope.statement, work)
    note = Message("trace.ended-by-raise", ENDED_BY_RAISE, values)
    return EndThreads(scope.statement, lambda frame, mask: np.False_, note, scope.place(node))


def _exception(scope: Scope, node: ast.Raise) -> tuple[str, str]:
    """The name of the exception, and what its author says."""
    raised = node.exc
    words = ""
    if isinstance(raised, ast.Call) and not raised.keywords and len(raised.args) <= 1:
        words = _words(scope, raised.args[0] if raised.args else None)
        raised = raised.func
    const = lower(scope, raised).const if isinstance(raised, (ast.Name, ast.Attribute)) else None
    symbol = const.name if isinstance(const, Symbol) else ""
    name = symbol.removeprefix("builtins.").removeprefix(EXCEPTION)
    if node.cause is None and (symbol.startswith(EXCEPTION) or _is_exception(name)):
        return name, words
    text = (
        'a kernel raises one of Python\'s exceptions with one text: raise ValueError("...");'
        " {text} is something else."
    )
    scope.refuse(node, "exception", text, text=ast.unparse(node))


def _is_exception(name: str) -> bool:
    kind = getattr(builtins, name, None)
    return isinstance(kind, type) and issubclass(kind, Exception)


def _words(scope: Scope, node: ast.expr | None) -> str:
    """The author's text behind a colon; it must be known before the kernel runs."""
    if node is None:
        return ""
    if not isinstance(node, ast.JoinedStr):
        const = lower(scope, node).const
        if isinstance(const, (str, int, float, np.generic)):
            return f": {const}"
    text = "the text of an exception must be a literal: a kernel cannot put {text} together."
    scope.refuse(node, "exception-text", text, text=ast.unparse(node))


def _failure(frame: CallFrame, mask: Mask, message: Message, place: SourcePlace) -> KernelFailed:
    """The failure of the first of some lanes; it adds thread, block and line to the message."""
    block, thread = frame.context.thread_group.first_thread(mask.lanes)
    at = {"thread": str(thread), "block": str(block), "line": place.line}
    return KernelFailed(Message(message.code, message.template, {**at, **message.values}), place)
