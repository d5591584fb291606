"""The functions of `operator`: each stands for an expression with that operator."""

from __future__ import annotations

import ast

from gpuviz.simt.lower.expressions.constant_folding import OF_CALL
from gpuviz.simt.lower.registry import special_form
from gpuviz.simt.lower.scope import Expr, Lower, Scope

BINARY: dict[str, type[ast.operator]] = {
    "add": ast.Add,
    "sub": ast.Sub,
    "mul": ast.Mult,
    "truediv": ast.Div,
    "floordiv": ast.FloorDiv,
    "mod": ast.Mod,
    "pow": ast.Pow,
    "lshift": ast.LShift,
    "rshift": ast.RShift,
    "and_": ast.BitAnd,
    "or_": ast.BitOr,
    "xor": ast.BitXor,
}
COMPARE: dict[str, type[ast.cmpop]] = {
    "lt": ast.Lt,
    "le": ast.LtE,
    "gt": ast.Gt,
    "ge": ast.GtE,
    "eq": ast.Eq,
    "ne": ast.NotEq,
}
UNARY: dict[str, type[ast.unaryop]] = {
    "neg": ast.USub,
    "pos": ast.UAdd,
    "invert": ast.Invert,
    "not_": ast.Not,
}


def _declare(name: str, *symbols: str) -> None:
    @special_form(*symbols)
    def expand(scope: Scope, node: ast.Call, lower: Lower) -> Expr | None:
        meant = None if node.keywords else _meant(name, node.args)
        if meant is None:
            return None
        setattr(meant, OF_CALL, True)
        return lower(scope, ast.copy_location(meant, node))


def _meant(name: str, parts: list[ast.expr]) -> ast.expr | None:
    if name in UNARY and len(parts) == 1:
        return ast.UnaryOp(UNARY[name](), parts[0])
    if name in BINARY and len(parts) == 2:
        return ast.BinOp(parts[0], BINARY[name](), parts[1])
    if name in COMPARE and len(parts) == 2:
        return ast.Compare(parts[0], [COMPARE[name]()], [parts[1]])
    return None


for _name in BINARY:
    _declare(_name, f"operator.{_name}", f"operator.i{_name.rstrip('_')}")
for _name in (*COMPARE, *UNARY):
    _declare(_name, f"operator.{_name}")
