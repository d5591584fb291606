"""What functions of CUDA are given."""

from __future__ import annotations

from gpuviz.cuda_c import syntax
from gpuviz.simt.c_front import expressions
from gpuviz.simt.c_front.scope import CScope
from gpuviz.simt.c_front.typed import Number, Typed


def check_count(scope: CScope, node: syntax.Call, count: int) -> None:
    """Raises NotSupportedError for another number of arguments."""
    if len(node.arguments) != count:
        assert isinstance(node.called, syntax.Name)
        text = "{name} takes {wanted} arguments, {given} are given."
        values = {"name": node.called.id, "wanted": count, "given": len(node.arguments)}
        scope.refuse(node, "argument-count", text, **values)


def numbers(scope: CScope, node: syntax.Call, given: list[Typed], count: int) -> list[Number]:
    """Exactly so many numbers. Raises NotSupportedError for anything else."""
    check_count(scope, node, count)
    pairs = zip(node.arguments, given, strict=True)
    return [expressions.number_in(scope, part, one) for part, one in pairs]
