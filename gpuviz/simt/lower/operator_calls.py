"""Functions of the `operator` module in a kernel: the operators that they stand for."""

from __future__ import annotations

import ast

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


def as_operator(symbol: str, node: ast.Call) -> ast.expr | None:
    """The expression that a call of "operator.add" or the like stands for, None for other names."""
    module, _, name = symbol.rpartition(".")
    if module != "operator" or node.keywords:
        return None
    meant = _meant(name.removeprefix("i") if name[1:] in BINARY else name, node.args)
    return None if meant is None else ast.copy_location(meant, node)


def _meant(name: str, parts: list[ast.expr]) -> ast.expr | None:
    if name in UNARY and len(parts) == 1:
        return ast.UnaryOp(UNARY[name](), parts[0])
    if name in BINARY and len(parts) == 2:
        return ast.BinOp(parts[0], BINARY[name](), parts[1])
    if name in COMPARE and len(parts) == 2:
        return ast.Compare(parts[0], [COMPARE[name]()], [parts[1]])
    return None
