"""Walks through the host code of a file, to learn what its launches get.

Nothing of the program is run: numbers are followed, memory that is allocated, filled and copied,
and calls of the file's own functions. What cannot be followed is UNKNOWN, and stays so in all that
depends on it. A loop that fills arrays is done for all of its indices at once.

| module | what it knows |
|---|---|
| `host_file`, `host_parser`, `host_syntax` | reads functions and statements; their nodes |
| `host_values`, `host_arithmetic` | what variables hold: numbers, memory, pointers, structures |
| `host_scopes`, `host_places` | which variable a name is; where an expression lies |
| `host_state` | the walk itself: how far it has come, what it has seen |
| `host_variables`, `host_expressions`, `host_statements` | what each form of C++ does |
| `host_fills`, `host_shapes` | loops that are done at once, and how they are recognised |
| `host_functions`, `host_runtime`, `host_library` | calls: of the program, of CUDA, of C and C++ |
| `host_vectors` | methods of std::vector |
| `host_launches`, `host_unknowns` | launches as they are met; what may have changed unseen |
| `host_program` | programs whose every launch is run |
"""

from __future__ import annotations

import functools
import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.comments import WORDS
from gpuviz.cuda_c.host_expressions import EXPRESSIONS
from gpuviz.cuda_c.host_file import read_functions
from gpuviz.cuda_c.host_functions import call, do_function
from gpuviz.cuda_c.host_launches import FirstLaunches, Walked, do_launch
from gpuviz.cuda_c.host_program import Machine, ProgramDevice
from gpuviz.cuda_c.host_shapes import assigned, called_in, named_in, parts_of, written
from gpuviz.cuda_c.host_state import Guesses, Handlers, ProgramEnd, Walk, arguments_of, argv_of
from gpuviz.cuda_c.host_statements import STATEMENTS
from gpuviz.cuda_c.host_syntax import ForEach, HostFunction, HostText, Launch, zero_at_first
from gpuviz.cuda_c.host_unknowns import refuse_node
from gpuviz.cuda_c.host_values import UNKNOWN
from gpuviz.cuda_c.host_variables import declare
from gpuviz.cuda_c.types import INT, CType
from gpuviz.cuda_c.unit import Unit

__all__ = [
    "Main",
    "Walked",
    "arguments_missing",
    "filled_launch",
    "launched_again",
    "main_of",
    "names_missing",
    "run_program",
    "walked_launches",
]

logger = logging.getLogger(__name__)

MOST_ARGUMENTS = 6
LOOPS = (syntax.For, syntax.While, syntax.DoWhile, ForEach)
MOST_NAMES = 24  # of the host that are tried
MOST_ROUNDS = 4
LAUNCH = "launch"  # what is not known of one that is not met
BRANCH_VALUES = (1, 0, 2)  # that are tried for what decides whether a kernel is launched
UNFORESEEN = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
HANDLERS: Handlers = {
    **STATEMENTS,
    **EXPRESSIONS,
    syntax.Call: call,
    Launch: do_launch,
}


def walked_launches(
    unit: Unit, sizes: Mapping[str, int] | None = None, seed: int = 0
) -> dict[str, Walked]:
    """For each kernel its first launch, in the order in which they are met.

    `sizes` are the values that variables of these names get instead of their own.
    """
    return _walked(unit, tuple(sorted((sizes or {}).items())), seed, "")


def filled_launch(
    unit: Unit, kernel: str, sizes: Mapping[str, int] | None = None, seed: int = 0
) -> Walked | None:
    """The first launch of a kernel, with what its arrays hold; None where none is met."""
    return _walked(unit, tuple(sorted((sizes or {}).items())), seed, kernel).get(kernel)


def launched_again(unit: Unit, kernel: str) -> bool:
    """Whether a kernel is launched in several places of the host code, or in a loop."""
    found = 0
    for several in _functions(unit).functions.values():
        for function in several:
            for part in parts_of(function.body):
                if isinstance(part, Launch) and part.kernel == kernel:
                    found += 1
                elif isinstance(part, LOOPS) and any(
                    isinstance(one, Launch) and one.kernel == kernel for one in parts_of(part)
                ):
                    return True
    return found > 1


def arguments_missing(unit: Unit, kernel: str) -> int:
    """With how many arguments of the program more of a kernel's launch would be known.

    0: they are not what is missing.
    """
    if arguments_of(unit.text) or not any(word.is_name("argv") for word in unit.host_words):
        return 0
    tried = [
        len(_unknown(_first_launches(unit, {}, 0, "", ("32",) * count).get(kernel)))
        for count in range(MOST_ARGUMENTS + 1)
    ]
    return tried.index(min(tried))


def names_missing(
    unit: Unit, kernel: str, example: Callable[[str, CType | None], float]
) -> dict[str, float]:
    """The fewest names of the host with whose values most of a kernel's launch would be known.

    They are found by trying: a walk is told an example for each name that it does not know.
    """
    given: dict[str, float] = {}
    walk, met = _tried(unit, kernel, given)
    left = _unknown(met)
    branch = (
        None if met is None else getattr(met.branch, "test", getattr(met.branch, "value", None))
    )
    for _ in range(MOST_ROUNDS if left and not walk.is_tired else 0):
        more = [(name, example(name, kind)) for name, kind in walk.unknown.items()]
        new = [(name, value) for name, value in more if name not in (*given, *WORDS)]
        given |= dict(new[: MOST_NAMES - len(given)])
        walk, met = _tried(unit, kernel, given)
        left = _unknown(met)
        if not left or not new:
            break
    deciding = {written(part) for part in parts_of(branch)} & set(given)
    for value in BRANCH_VALUES if deciding else ():
        trial = {name: one for name, one in given.items() if name.isidentifier()}
        trial |= dict.fromkeys(deciding, value)
        tried = _unknown(_tried(unit, kernel, trial)[1])
        if not tried or (LAUNCH in left and LAUNCH not in tried):
            given, left = trial, tried
            break
    plain = [name for name in given if name.isidentifier()]
    for name in (*(set(given) - set(plain)), *reversed(plain)):
        fewer = {one: value for one, value in given.items() if one != name}
        if _unknown(_tried(unit, kernel, fewer)[1]) <= left:
            given = fewer
    return given


def _unknown(met: Walked | None) -> frozenset[str]:
    """What is not known of a launch, one that is not met included."""
    return frozenset({LAUNCH}) if met is None else met.unknown


def _tried(unit: Unit, kernel: str, given: Mapping[str, float]) -> tuple[Walk, Walked | None]:
    """A walk that is told values of names."""
    walk, found = _walk_to(unit, {}, 0, "", arguments_of(unit.text), given)
    return walk, found.get(kernel)


@functools.lru_cache(4)
def _walked(
    unit: Unit, sizes: tuple[tuple[str, int], ...], seed: int, filled: str
) -> dict[str, Walked]:
    """`filled`: the kernel for which what arrays hold is followed, "" where it is not."""
    return _first_launches(unit, dict(sizes), seed, filled, arguments_of(unit.text))


@functools.lru_cache(8)
def _functions(unit: Unit) -> HostText:
    return read_functions(unit)


def _first_launches(
    unit: Unit, sizes: Mapping[str, int], seed: int, filled: str, arguments: tuple[str, ...]
) -> dict[str, Walked]:
    return _walk_to(unit, sizes, seed, filled, arguments, {})[1]


def _walk_to(
    unit: Unit,
    sizes: Mapping[str, int],
    seed: int,
    filled: str,
    arguments: tuple[str, ...],
    given: Mapping[str, float],
) -> tuple[Walk, dict[str, Walked]]:
    """A walk to the first launch of each kernel; `given`: what names have that are not known."""
    launches = FirstLaunches(tuple(kernel.name for kernel in unit.kernels), filled)
    walk = Walk(unit, _functions(unit), HANDLERS, launches, sizes, seed, bool(filled))
    walk.given = {**walk.given, **given}
    try:
        _from_main(walk, arguments)
    except (ProgramEnd, RecursionError, MemoryError):
        pass
    except UNFORESEEN:  # C++ has no end of forms
        logger.debug("the host code of %s is not followed", unit.file, exc_info=True)
    return walk, launches.found


@dataclass(frozen=True, slots=True)
class Main:
    """The function main of a program; `sizes`: whole numbers that it names and never changes."""

    first_line: int
    last_line: int
    sizes: Mapping[str, int]


def main_of(unit: Unit) -> Main | None:
    """The main of a file; None where it has none that can be read."""
    found = _functions(unit).functions.get("main", [])[:1]
    for main in found:
        return Main(main.body.lineno, main.body.end_lineno, _sizes_of(main))
    return None


def _sizes_of(main: HostFunction) -> dict[str, int]:
    changed = assigned(main.body) | {
        named_in(part) for part in parts_of(main.body) if getattr(part, "mark", "") == "&"
    }
    variables = [
        variable
        for statement in main.body.body
        if isinstance(statement, syntax.Declaration)
        for variable in statement.variables
        if variable.kind == INT and variable.name not in changed
    ]
    return {
        one.name: int(one.value.value)
        for one in variables
        if isinstance(one.value, syntax.Number) and one.value.value > 0
    }


def run_program(
    unit: Unit,
    machine: Machine,
    sizes: Mapping[str, int],
    seed: int,
    guesses: Guesses | None = None,
) -> None:
    """Does every launch and copy of a program.

    Raises NotSupportedError where what the GPU gets is not followed, with `guesses` only where
    they do not help.
    """
    device = ProgramDevice(machine, guesses)
    walk = Walk(unit, _functions(unit), HANDLERS, device, sizes, seed, True, is_whole=True)
    walk.guesses = guesses
    try:
        _from_main(walk, arguments_of(unit.text))
    except (RecursionError, ProgramEnd) as end:
        if isinstance(end, RecursionError) or walk.is_tired:
            refuse_node(walk, walk.at, "the host's code is followed to here: it does too much.")
    except UNFORESEEN:
        logger.debug("the host code of %s is not followed", unit.file, exc_info=True)
        refuse_node(walk, walk.at, "gpuviz does not follow the host's code here.")


def _from_main(walk: Walk, arguments: tuple[str, ...]) -> None:
    """Makes the constants and variables of the file, and calls main."""
    sizes, walk.sizes = walk.sizes, {}  # those are of the functions
    for name, known in walk.unit.variables.items():
        if known.place == "plain":
            declare(walk, zero_at_first(replace(known.variable, name=name)))
    walk.sizes = sizes
    for variable in walk.text.variables:
        declare(walk, variable)
    for main in walk.text.functions.get("main", [])[:1]:
        given: list[Any] = [1 + len(arguments), argv_of(arguments), UNKNOWN]
        given = given[: len(main.parameters)]
        do_function(walk, _to_the_last(walk, main) if walk.is_whole else main, given, {})


def _waits(statement: syntax.Node) -> bool:
    return any(called_in(part).endswith("Synchronize") for part in parts_of(statement))


def _to_the_last(walk: Walk, main: HostFunction) -> HostFunction:
    """Main without what stands behind its last launch, copy or wait."""
    body = list(main.body.body)
    while body and not walk.reaches_device(body[-1]) and not _waits(body[-1]):
        body.pop()
    return replace(main, body=replace(main.body, body=body))
