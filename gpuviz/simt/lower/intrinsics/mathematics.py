"""Functions of `math`, and the numbers that modules name, such as math.pi."""

from __future__ import annotations

import ast
import math

import numpy as np

from gpuviz.simt.lower.expressions import operators
from gpuviz.simt.lower.expressions.arguments import numbers_of_call
from gpuviz.simt.lower.registry import Lowering, declare_value, intrinsic, unit_of_function
from gpuviz.simt.lower.scope import Expr, Scope
from gpuviz.simt.numerics.math_functions import MATH, MathFunction
from gpuviz.simt.types import FLOAT64, is_time

_CONSTANTS = {
    "math": "pi e tau inf nan",
    "cmath": "pi e tau inf nan",
    "numpy": "pi e inf nan euler_gamma",
}
CONSTANTS: dict[str, float] = {
    f"{module}.{name}": getattr(np if module == "numpy" else math, name)
    for module, names in _CONSTANTS.items()
    for name in names.split()
}
"""Numbers that kernels may read from a module, by canonical name."""


def _function(name: str, function: MathFunction) -> Lowering:
    needed = len(function.overloads[0])

    def lower(scope: Scope, node: ast.Call, arguments: list[Expr]) -> Expr:
        kinds = numbers_of_call(scope, node, arguments, needed)
        if is_time(*kinds):
            text = "{name} does not take times: take int() of a length of time."
            scope.refuse(node, "math-time", text, name=ast.unparse(node.func))
        if any(kind.kind == "c" for kind in kinds):
            text = "{name} does not take complex numbers: cmath.{known} does."
            scope.refuse(node, "math-complex", text, name=ast.unparse(node.func), known=name)
        within, result = function.typed(kinds)
        return operators.applied(function.apply, arguments, within, result)

    return lower


for _name, _math_function in MATH.items():
    intrinsic(f"math.{_name}", unit=unit_of_function(_name))(_function(_name, _math_function))
for _name, _number in CONSTANTS.items():
    declare_value(_name, operators.constant(_number, FLOAT64))
