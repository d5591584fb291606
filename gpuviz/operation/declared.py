"""The literals at the top of a kernel file, from SIZES to TOLERANCE, checked one by one."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TypeGuard, get_args

from gpuviz.launch import Dim3
from gpuviz.messages import RequestRefused
from gpuviz.operation.expression import Expression, ExpressionError
from gpuviz.operation.functions import written_names
from gpuviz.operation.info import DEFAULT_TOLERANCE, ShowKind
from gpuviz.operation.module import ParsedModule

GROUND = ".#G"  # the letters of MAZE


def sizes(module: ParsedModule) -> dict[str, int]:
    """SIZES: the names and their defaults, in order."""
    form = 'SIZES = {"n": 1000}'
    declared = module.literal("SIZES", form)
    if declared is None:
        raise module.refusal(
            "no-sizes",
            "{file} has no SIZES: name the sizes and their defaults, for example {form}.",
            form=form,
        )
    if not isinstance(declared, dict) or not declared or not all(map(_is_count, declared.values())):
        raise module.refusal(
            "bad-sizes",
            "SIZES has to give each size a whole number of 1 or more, for example {form}.",
            module.assigned["SIZES"],
            form=form,
        )
    return declared


def threads(module: ParsedModule, names: tuple[str, ...]) -> tuple[Expression, ...]:
    """THREADS: how many are needed along x, y and z."""
    form = f'THREADS = ("{names[0]}",)'
    declared = _as_tuple(module.literal("THREADS", form))
    if not 1 <= len(declared) <= 3:
        raise module.refusal(
            "no-threads",
            "{file} has to say how many threads it needs along x, y and z (one to three numbers),"
            " for example {form}.",
            module.assigned.get("THREADS"),
            form=form,
        )
    return tuple(_expression(module, "THREADS", value, names) for value in declared)


def count(module: ParsedModule, name: str, names: tuple[str, ...]) -> Expression | None:
    """FLOPS or BYTES, None when the file does not say."""
    value = module.literal(name, f'{name} = "2 * {names[0]}"')
    return None if value is None else _expression(module, name, value, names)


def block(module: ParsedModule, name: str) -> Dim3 | None:
    """BLOCK or MAX_BLOCK, None when the file does not say."""
    declared = module.literal(name, f"{name} = (256,)")
    if declared is None:
        return None
    sides = [side for side in _as_tuple(declared) if _is_count(side)]
    if not 1 <= len(sides) <= 3 or len(sides) != len(_as_tuple(declared)):
        raise module.refusal(
            "bad-block",
            "{name} has to be one to three whole numbers of 1 or more,"
            " for example (256,) or (16, 16).",
            module.assigned[name],
            name=name,
        )
    return Dim3(*sides)


def outputs(
    module: ParsedModule, kernel: ast.FunctionDef, parameters: tuple[str, ...]
) -> tuple[str, ...]:
    """OUTPUTS, or what the kernel itself stores into where the file does not say."""
    declared = module.literal("OUTPUTS", 'OUTPUTS = ("c",)')
    if declared is None:
        names = written_names(kernel, parameters)
    else:
        names = tuple(str(name) for name in _as_tuple(declared))
    unknown = [name for name in names if name not in parameters]
    if unknown:
        raise module.refusal(
            "unknown-output",
            "OUTPUTS names '{output}', which is no parameter of {kernel}: its parameters are"
            " {parameters}.",
            module.assigned["OUTPUTS"],
            output=unknown[0],
            kernel=kernel.name,
            parameters=", ".join(parameters),
        )
    if not names:
        raise module.refusal(
            "no-outputs",
            "It is not clear which parameters {kernel} writes: name them, for example"
            ' OUTPUTS = ("c",).',
            module.assigned.get("OUTPUTS", kernel),
            kernel=kernel.name,
        )
    return names


def tolerance(module: ParsedModule) -> float:
    """TOLERANCE, or the default."""
    value = module.literal("TOLERANCE", "TOLERANCE = 1e-5")
    if value is None:
        return DEFAULT_TOLERANCE
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1:
        raise module.refusal(
            "bad-tolerance",
            "TOLERANCE has to be a number from 0 up to 1, for example 1e-5.",
            module.assigned["TOLERANCE"],
        )
    return float(value)


def show(module: ParsedModule, parameters: tuple[str, ...]) -> Mapping[str, ShowKind]:
    """SHOW: how parameters are shown as what they mean; empty when the file does not say."""
    form = f'SHOW = {{"{parameters[0]}": "picture"}}'
    declared = module.literal("SHOW", form)
    if declared is None:
        return {}
    kinds: dict[str, ShowKind] = {kind: kind for kind in get_args(ShowKind)}
    if not isinstance(declared, dict) or not all(
        name in parameters and kind in kinds for name, kind in declared.items()
    ):
        raise module.refusal(
            "bad-show",
            "SHOW has to name parameters ({parameters}) and how each is shown ({kinds}), for"
            " example {form}.",
            module.assigned["SHOW"],
            parameters=", ".join(parameters),
            kinds=", ".join(kinds),
            form=form,
        )
    return {name: kinds[kind] for name, kind in declared.items()}


def maze(module: ParsedModule, kinds: Mapping[str, ShowKind]) -> tuple[str, ...]:
    """MAZE: the ground under arrows; empty where there are none or the file does not say."""
    if "arrows" not in kinds.values():
        return ()
    form = 'MAZE = ("..G", ".#.")'
    try:
        declared = module.literal("MAZE", form)
    except RequestRefused:  # computed: it is the file's own affair
        return ()
    rows = _as_tuple(declared)
    if declared is None:
        return ()
    texts = [row for row in rows if isinstance(row, str) and row and not set(row) - set(GROUND)]
    if len(texts) != len(rows) or len(set(map(len, texts))) != 1 or "".join(texts).count("G") > 1:
        raise module.refusal(
            "bad-maze",
            "MAZE has to be rows of the same length of . (free), # (a wall) and one G (the goal),"
            " for example {form}.",
            module.assigned["MAZE"],
            form=form,
        )
    return tuple(texts)


def watch(module: ParsedModule) -> Mapping[str, tuple[str, ...]]:
    """WATCH: variables of kernels that are shown; empty when the file does not say."""
    form = 'WATCH = {"lstm_cell": ("i",)}'
    declared = module.literal("WATCH", form)
    if declared is None:
        return {}
    named = (
        {key: _as_tuple(value) for key, value in declared.items()}
        if isinstance(declared, dict)
        else {"": ()}
    )
    if not all(names and all(isinstance(name, str) for name in names) for names in named.values()):
        raise module.refusal(
            "bad-watch",
            "WATCH has to name kernels and for each the variables to be shown, for example {form}.",
            module.assigned["WATCH"],
            form=form,
        )
    return {kernel: tuple(map(str, names)) for kernel, names in named.items()}


def deadline_ms(module: ParsedModule) -> float | None:
    """DEADLINE_MS of each frame, None when the file does not say."""
    value = module.literal("DEADLINE_MS", "DEADLINE_MS = 16.7")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1e6:
        raise module.refusal(
            "bad-deadline",
            "DEADLINE_MS has to be a number of milliseconds above 0, for example 16.7.",
            module.assigned["DEADLINE_MS"],
        )
    return float(value)


def _expression(
    module: ParsedModule, name: str, value: object, names: tuple[str, ...]
) -> Expression:
    expression = Expression(str(value))
    try:
        expression.check(names)
    except ExpressionError as error:
        raise module.refusal(
            "bad-expression",
            "'{text}' in {name} cannot be computed: {reason}.",
            module.assigned[name],
            text=value,
            name=name,
            reason=error.message,
        ) from None
    return expression


def _is_count(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


def _as_tuple(value: object) -> tuple[object, ...]:
    """A forgotten comma makes ("n") a text and (256) a number: both mean a tuple of one."""
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)
