"""Functions that stand for an expression or statement: those of `operator`, and cache hints.

A cache hint, such as cuda.ldcg(a, i), says which cache a load or store goes through. What is read
or written is the same without it.
"""

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
CACHED_LOADS = ("ldca", "ldcg", "ldcs", "ldlu", "ldcv")
CACHED_STORES = ("stcg", "stcs", "stwb", "stwt")


def as_operator(symbol: str, node: ast.Call) -> ast.expr | None:
    """The expression that a call of "operator.add" or the like stands for, None for other names."""
    module, _, name = symbol.rpartition(".")
    if module == "cuda" and name in CACHED_LOADS and len(node.args) == 2:
        return ast.copy_location(ast.Subscript(node.args[0], node.args[1], ast.Load()), node)
    if module != "operator" or node.keywords:
        return None
    meant = _meant(name.removeprefix("i") if name[1:] in BINARY else name, node.args)
    return None if meant is None else ast.copy_location(meant, node)


def as_assignment(symbol: str, node: ast.Call) -> ast.Assign | None:
    """The assignment that a call of "cuda.stcg" or the like stands for, None for other names."""
    module, _, name = symbol.rpartition(".")
    if module != "cuda" or name not in CACHED_STORES or len(node.args) != 3 or node.keywords:
        return None
    array, index, value = node.args
    target = ast.copy_location(ast.Subscript(array, index, ast.Store()), node)
    return ast.copy_location(ast.Assign([target], value), node)


def _meant(name: str, parts: list[ast.expr]) -> ast.expr | None:
    if name in UNARY and len(parts) == 1:
        return ast.UnaryOp(UNARY[name](), parts[0])
    if name in BINARY and len(parts) == 2:
        return ast.BinOp(parts[0], BINARY[name](), parts[1])
    if name in COMPARE and len(parts) == 2:
        return ast.Compare(parts[0], [COMPARE[name]()], [parts[1]])
    return None
