"""cg::reduce, cg::inclusive_scan and cg::exclusive_scan: one number of all lanes of a group.

They are written out in shuffles, in the order of CUDA's header, which the sum of fractions depends
on: a tile by its halves (`shfl_xor`), a scan by doubled distances (`shfl_up`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.parser import Parser
from gpuviz.cuda_c.refusals import Place
from gpuviz.cuda_c.types import GROUP_OPERATORS
from gpuviz.cuda_c.words import Word, words_of
from gpuviz.simt.c_front import closures, expressions
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Closure, Element, Group, Number, Structure, Typed

OPERATORS = {
    "plus": "VALUE + OTHER",
    "less": "OTHER < VALUE ? OTHER : VALUE",
    "greater": "VALUE < OTHER ? OTHER : VALUE",
    "bit_and": "VALUE & OTHER",
    "bit_or": "VALUE | OTHER",
    "bit_xor": "VALUE ^ OTHER",
}
BY_FUNCTION = "OPERATION(VALUE, OTHER)"
SCAN_STEP = (
    "auto OTHER = GROUP.shfl_up(VALUE, DIST); if (GROUP.thread_rank() >= DIST) VALUE = COMBINED;"
)
SCAN_OF_ANY = f"for (int DIST = 1; DIST < GROUP.size(); DIST *= 2) {{ {SCAN_STEP} }}"
LAST = "GROUP.shfl(VALUE, GROUP.size() - 1)"
BEFORE = "auto OTHER = GROUP.shfl_up(VALUE, 1); return GROUP.thread_rank() == 0 ? ZERO : OTHER;"


def is_meant(scope: CScope, node: syntax.Call) -> bool:
    """Whether a call of such a name without a namespace begins with a group."""
    first = node.arguments[0] if node.arguments else None
    named = isinstance(first, syntax.Name) and isinstance(scope.meaning(first.id), Group)
    return named or isinstance(first, syntax.Call)


def _reduced(scope: CScope, node: syntax.Call) -> Typed | Element:
    """reduce(group, value, operation)."""
    group, combined = _arguments(scope, node, least=3)
    if group.what == "coalesced":
        halves = "".join(map(_half_of_warp, (16, 8, 4, 2, 1)))
        body = f"if (GROUP.size() == 32) {{ {halves} return VALUE; }} {SCAN_OF_ANY} return {LAST};"
    else:
        widths = [1 << bit for bit in reversed(range(group.width.bit_length() - 1))]
        body = "".join(map(_half, widths)) + "return VALUE;"
    return _called(scope, node, group, body, combined)


def _half(width: int) -> str:
    return f"{{ auto OTHER = GROUP.shfl_xor(VALUE, {width}); VALUE = COMBINED; }} "


def _half_of_warp(width: int) -> str:
    return f"{{ auto OTHER = __shfl_xor_sync(~0u, VALUE, {width}); VALUE = COMBINED; }} "


def _scanned(scope: CScope, node: syntax.Call) -> Typed | Element:
    """inclusive_scan(group, value[, operation])."""
    group, combined = _arguments(scope, node, least=2)
    return _called(scope, node, group, f"{_scan_of(group)} return VALUE;", combined)


def _scanned_before(scope: CScope, node: syntax.Call) -> Typed | Element:
    """exclusive_scan(group, value[, operation]): the first lane gets 0."""
    group, combined = _arguments(scope, node, least=2)
    body = f"auto ZERO = VALUE; ZERO = 0; {_scan_of(group)} {BEFORE}"
    return _called(scope, node, group, body, combined)


def _scan_of(group: Group) -> str:
    if group.what == "coalesced":
        return SCAN_OF_ANY
    distances = [1 << bit for bit in range(group.width.bit_length() - 1)]
    steps = (SCAN_STEP.replace("DIST", str(one)) for one in distances)
    return " ".join(f"{{ {step} }}" for step in steps)


def _arguments(scope: CScope, node: syntax.Call, least: int) -> tuple[Group, str]:
    """The group, and how two numbers are combined."""
    count = len(node.arguments)
    group = expressions.lower(scope, node.arguments[0]) if node.arguments else None
    if not isinstance(group, Group) or group.what not in ("tile", "coalesced"):
        text = (
            "gpuviz knows this for tiles of a warp and for coalesced groups: write"
            " tiled_partition<32>(block)."
        )
        scope.refuse(node, "collective", text)
    if not least <= count <= 3:
        text = "{name} takes {wanted} arguments, {given} are given."
        name = node.called.id if isinstance(node.called, syntax.Name) else ""
        scope.refuse(node, "argument-count", text, name=name, wanted=least, given=count)
    if count == 2:
        return group, OPERATORS["plus"]
    operation = expressions.lower(scope, node.arguments[2])
    if isinstance(operation, Structure):
        name = operation.kind.name
        if GROUP_OPERATORS.get(name) is operation.kind:
            return group, OPERATORS[name]
    if not isinstance(operation, (Structure, Closure)):
        text = (
            "the operation is cg::plus<int>() or its like, a lambda, or a structure that is called."
        )
        scope.refuse(node.arguments[2], "collective", text)
    return group, BY_FUNCTION


def _called(
    scope: CScope, node: syntax.Call, group: Group, body: str, combined: str
) -> Typed | Element:
    """Calls a lambda of such a body for the value."""
    value = expressions.number_in(scope, node.arguments[1])
    assert isinstance(value, Number)
    assert isinstance(node.called, syntax.Name)
    name = node.called.id.rpartition("::")[2]
    by_function = combined == BY_FUNCTION
    given = node.arguments[1:] if by_function else node.arguments[1:2]
    parameters = "auto VALUE, auto OPERATION" if by_function else "auto VALUE"
    text = f"[&]({parameters}) {{ {body.replace('COMBINED', f'({combined})')} }}"
    place = Place(node.lineno, node.col_offset + 1)
    names = {
        "VALUE": f"{name}.value", "OTHER": f"{name}.other", "OPERATION": f"{name}.operation",
        "GROUP": f"{name}.group", "ZERO": f"{name}.zero", "DIST": f"{name}.distance",
    }  # fmt: skip
    words = [
        Word(one.kind, names.get(one.text, one.text), place)
        for one in words_of(text, scope.unit.file)
    ]
    made = Parser(words, scope.unit.file, {}).expression()
    assert isinstance(made, syntax.Lambda)
    seen: tuple[dict[str, Any], ...] = (*map(dict, scope.names), {names["GROUP"]: group})
    closure = Closure(made, scope, seen, closures.this_frame)
    call = syntax.Call(
        node.called, (), list(given), lineno=node.lineno, col_offset=node.col_offset,
        end_lineno=node.end_lineno, end_col_offset=node.end_col_offset,
    )  # fmt: skip
    return closures.called(scope, call, closure)


FUNCTIONS: dict[str, Callable[[CScope, syntax.Call], Typed | Element]] = {
    "cg::reduce": _reduced,
    "cg::inclusive_scan": _scanned,
    "cg::exclusive_scan": _scanned_before,
}
