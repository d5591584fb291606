"""Names that stand for nothing a kernel can use: what was meant, in place of what it is not."""

from __future__ import annotations

import ast
import cmath
import math
from difflib import get_close_matches

import numpy as np

from gpuviz.messages import EnglishTemplate
from gpuviz.simt.lower.registry import declared_names
from gpuviz.simt.lower.scope import Expr, FunctionRef, Scope, Symbol
from gpuviz.simt.source.symbols import UNKNOWN

MODULES: dict[str, object] = {"cuda": None, "math": math, "cmath": cmath, "numpy": np}
"""Modules among whose names the one is looked for that was meant, and what the host has of them."""
ENOUGH_ALIKE = 0.75
"""Of a name and the one that was meant, as difflib counts it from 0 to 1."""
AXES: EnglishTemplate = "{text} has three numbers: take one of them, as in {text}.x."
MEANT: EnglishTemplate = "kernels know no {text}. Did you mean {meant}?"
CHANGED: EnglishTemplate = (
    "{text} is a variable of the module, which kernels cannot change: pass an array, and write into"
    " that."
)
CALLED: EnglishTemplate = (
    "{text} is a function of the host, which kernels cannot call: call it before the launch, and"
    " pass in what it gives."
)
BARE: EnglishTemplate = "{text} is a member of cuda: write cuda.{text}."
ON_HOST: EnglishTemplate = (
    "{text} is a {kind} of the host, which kernels cannot look into: pass numbers and arrays as"
    " arguments, or make a number, a tuple or a NumPy array of it outside the kernel."
)
LAUNCHED: EnglishTemplate = (
    "{text}: a kernel cannot launch a kernel. Call a device function (@cuda.jit(device=True)) with"
    " parentheses only, or launch from the host, one kernel behind the other."
)
RANDOM: EnglishTemplate = (
    "{text} draws its numbers on the host. In a kernel take xoroshiro128p_uniform_float32 of"
    " numba.cuda.random, with states from create_xoroshiro128p_states."
)
DRAWING = ("np.random.", "numpy.random.", "random.")
OF_CODE = ("builtin_function_or_method", "method", "partial")
"""Types of what can only be called."""


def refuse_misnamed(scope: Scope, node: ast.expr, expr: Expr) -> None:
    """Raises NotSupportedError where a name is misspelt, or is a thing of the host."""
    if not isinstance(expr.const, Symbol):
        return
    text, name = ast.unparse(node), expr.const.name
    if f"{name}.x" in declared_names():
        scope.refuse(node, "axis-missing", AXES, text=text)
    if text.startswith(DRAWING):
        scope.refuse(node, "random-of-host", RANDOM, text=text)
    refuse_misspelt(scope, node, expr)
    if name.startswith(UNKNOWN) and name not in (f"{UNKNOWN}function", f"{UNKNOWN}tuple"):
        kind = name.removeprefix(UNKNOWN).partition(".")[0]
        if kind in OF_CODE:
            scope.refuse(node, "function-of-host", CALLED, text=text)
        scope.refuse(node, "of-host", ON_HOST, text=text, kind=kind)


def refuse_misspelt(scope: Scope, node: ast.expr, expr: Expr) -> None:
    """Raises NotSupportedError for a member that a module does not have, but one like it."""
    meant = _meant(expr.const.name) if isinstance(expr.const, Symbol) else None
    if meant is not None:
        scope.refuse(node, "misspelt", MEANT, text=ast.unparse(node), meant=meant)


def refuse_launch(scope: Scope, node: ast.expr, expr: Expr) -> None:
    """Raises NotSupportedError where brackets stand behind the name of a function."""
    if isinstance(expr.const, FunctionRef):
        scope.refuse(node, "launch-in-kernel", LAUNCHED, text=ast.unparse(node))


def refuse_bare(scope: Scope, node: ast.Name) -> None:
    """Raises NotSupportedError for a name without a value that cuda has, or that is `global`."""
    members = {name.split(".")[1] for name in declared_names() if name.startswith("cuda.")}
    if node.id in members:
        scope.refuse(node, "of-cuda", BARE, text=node.id)
    declared = ast.walk(scope.program.tree(scope.row))
    if any(isinstance(one, ast.Global) and node.id in one.names for one in declared):
        scope.refuse(node, "global-changed", CHANGED, text=node.id)


def _meant(name: str) -> str | None:
    """The name known to kernels that is most like one that is not."""
    module, *members = name.split(".")
    known = declared_names()
    if module not in MODULES or not members or name in known:
        return None
    if hasattr(MODULES[module], members[0]):  # it is there, and not for kernels
        return None
    if any(other.startswith(f"{name}.") for other in known):
        return None
    letters = _letters(name)
    depth = len(letters)
    alike = {tuple(_letters(one)): one for one in known if one.startswith(f"{module}.")}
    for at, part in enumerate(letters):
        parts = {one[at] for one in alike if len(one) == depth}
        close = get_close_matches(part, parts, 1, ENOUGH_ALIKE)
        if not close:
            return None
        alike = {one: full for one, full in alike.items() if one[at : at + 1] == (close[0],)}
    found = [full for one, full in alike.items() if len(one) == depth]
    return found[0].replace("numpy.", "np.") if found else None


def _letters(name: str) -> list[str]:
    """The members behind the module, whatever their capitals and underscores."""
    return name.replace("_", "").lower().split(".")[1:]
