"""assert and __trap: the first thread that fails ends the launch, as on a GPU."""

from __future__ import annotations

from gpuviz.cuda_c import syntax
from gpuviz.messages import KernelFailed, Message, SourcePlace
from gpuviz.simt.c_front import arguments, expressions
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Nothing, Typed
from gpuviz.simt.execution.context import CallFrame
from gpuviz.simt.execution.thread_group import Mask
from gpuviz.simt.lower.scope import Expr
from gpuviz.simt.lower.statements.failures import ASSERTION
from gpuviz.simt.types import NONE

TRAPPED = "thread {thread} of block {block} ended the launch in line {line} with __trap()."


def _assertion(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """assert(test)."""
    arguments.check_count(scope, node, 1)
    test, place = expressions.truth_in(scope, node.arguments[0]).run, scope.place(node)
    message = Message("kernel.assertion", ASSERTION, {"test": _text(scope, node), "words": ""})

    def run(frame: CallFrame, mask: Mask) -> None:
        _, failing = mask.split(test(frame, mask))
        if failing is not None:
            raise _failure(frame, failing, message, place)

    return Nothing(Expr(NONE, run, None, pure=False))


def _text(scope: CScope, node: syntax.Call) -> str:
    """What is asserted, as its author wrote it; of several lines the call alone."""
    source = scope.program.functions[scope.row]
    line = source.text.split("\n")[node.lineno - source.first_line]
    said = line[node.col_offset : node.end_col_offset]
    inside = said.removeprefix("assert").strip().removeprefix("(").removesuffix(")").strip()
    return inside if node.end_lineno == node.lineno and said.startswith("assert") else "assert"


def _trap(scope: CScope, node: syntax.Call, given: list[Typed]) -> Typed:
    """__trap()."""
    arguments.check_count(scope, node, 0)
    message, place = Message("cuda-c.trap", TRAPPED, {}), scope.place(node)

    def run(frame: CallFrame, mask: Mask) -> None:
        raise _failure(frame, mask, message, place)

    return Nothing(Expr(NONE, run, None, pure=False))


def _failure(frame: CallFrame, mask: Mask, message: Message, place: SourcePlace) -> KernelFailed:
    block, thread = frame.context.thread_group.first_thread(mask.lanes)
    at = {"thread": str(thread), "block": str(block), "line": place.line}
    return KernelFailed(Message(message.code, message.template, {**at, **message.values}), place)


FUNCTIONS = {"assert": _assertion, "__trap": _trap}
