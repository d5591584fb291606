"""What Numba has been told with @overload, @overload_method and @overload_attribute: which Python
function stands for a call, by the types of its arguments.

What Numba asks is asked here too: the author's function, with Numba's types, for the kinds that
kernels have. Numba is not imported for it: who has told it something has imported it.
"""

from __future__ import annotations

import inspect
import itertools
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import FunctionType
from typing import Any

TYPING = ("numba.core.typing.templates", "numba.cuda.typing.templates")
"""Where Numba keeps the functions that it knows."""
NUMBERS = (
    *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float32", "float64", "complex64", "complex128"),
)
OF_ARRAYS = ("int32", "int64", "float32", "float64")
MOST_DIMENSIONS, MOST_ITEMS = 3, 4
LEFT_OUT = "-"
ANY = "*"
FIRST = ("int64", "float64", "float64[1]")
"""Kinds that are tried for all arguments at once, to find out which of them matter."""
MOST_ARGUMENTS, MOST_QUESTIONS = 6, 3000
MOST_REST = 3  # arguments that a parameter `*args` is asked for

Kinds = tuple[str, ...]
"""Of the arguments: "int64", "float32[2]" for an array, "3 x int64" for a tuple, LEFT_OUT, ANY."""


@dataclass(frozen=True, slots=True)
class Overloads:
    """The functions that stand for a call, by the kinds of its arguments.

    `matters` says of each argument what does: "!" its kind, "?" whether it is given, "" nothing.
    Of kinds that do not matter there is ANY.
    """

    parameters: tuple[str, ...]
    matters: tuple[str, ...]
    functions: dict[Kinds, FunctionType]

    @property
    def words(self) -> list[str]:
        """The names of the parameters, each with what matters behind it."""
        return [name + matters for name, matters in zip(self.parameters, self.matters, strict=True)]

    def only(self) -> FunctionType | None:
        """The one that stands for all calls."""
        return None if any(self.matters) else next(iter(self.functions.values()))


def told_of(function: Any) -> list[Any]:
    """What Numba's authors of overloads have told of a plain function: those for CUDA first."""
    known = [pair for registry in _registries() for pair in getattr(registry, "globals", ())]
    found = [kind for other, kind in known if other is function]
    return _in_order([part for kind in found for part in getattr(kind, "templates", ())])


def members_told() -> dict[str, dict[str, list[Any]]]:
    """The same of methods and attributes that a script has added to Numba's types: by name, those
    that are methods as ".name()", the others as ".name".
    """
    found: dict[str, dict[str, list[Any]]] = {}
    for registry in _registries():
        for part in getattr(registry, "attributes", ()):
            name, author = getattr(part, "_attr", None), getattr(part, "_overload_func", None)
            if isinstance(name, str) and callable(author) and not _is_numbas(author):
                key = f".{name}()" if getattr(part, "is_method", False) else f".{name}"
                found.setdefault(name, {}).setdefault(key, []).append(part)
    return {
        name: {key: _in_order(parts) for key, parts in keys.items()} for name, keys in found.items()
    }


def overloads(templates: Sequence[Any], function: Any) -> Overloads | None:
    """What stands for the calls; None where that cannot be found out."""
    authors = [template._overload_func for template in templates]
    for_all = _for_all(authors[0]) if authors else None
    if for_all is not None:
        return Overloads((), (), {(): for_all})
    parameters = _parameters([*authors, function])
    if not authors or parameters is None or any(_of_literals(one) for one in templates):
        return None
    every = tuple(_all_kinds())
    kinds = [(*every, LEFT_OUT) if _may_be_left_out(one) else every for one in parameters]
    firsts = [(*FIRST, LEFT_OUT) if one.kind == one.VAR_POSITIONAL else FIRST for one in parameters]
    asked = _Asked(templates, parameters)
    begins = [one for one in itertools.product(*firsts) if asked.of(one)]
    if not begins:
        return None
    matters = tuple(asked.matters(begins, place, row) for place, row in enumerate(kinds))
    given = [FIRST[0] if kind == LEFT_OUT else kind for kind in begins[0]]
    rows = [
        {"!": row, "?": (kind, LEFT_OUT), "": (kind,)}[one]
        for row, kind, one in zip(kinds, given, matters, strict=True)
    ]
    if _count(rows) > MOST_QUESTIONS:
        return None
    found = {
        tuple(key_of(kind, one) for kind, one in zip(each, matters, strict=True)): asked.of(each)
        for each in itertools.product(*rows)
    }
    names = tuple(one.name for one in parameters)
    return Overloads(names, matters, {key: one for key, one in found.items() if one is not None})


def key_of(kind: str, matters: str) -> str:
    """What stands in a key for the kind of an argument."""
    return kind if matters == "!" or (matters == "?" and kind == LEFT_OUT) else ANY


def _for_all(author: Any) -> FunctionType | None:
    """What stands for all calls, where the author asks for no kinds: @register_jitable."""
    kinds = {one.kind for one in inspect.signature(author).parameters.values()}
    if kinds != {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}:
        return None
    found = author()
    return found if isinstance(found, FunctionType) else None


class _Asked:
    """What the authors' functions have answered, by the kinds of the arguments."""

    def __init__(self, templates: Sequence[Any], parameters: Sequence[inspect.Parameter]) -> None:
        self._templates, self._parameters = templates, parameters
        self._known: dict[Kinds, FunctionType | None] = {}
        self._alike: dict[Any, FunctionType] = {}

    def of(self, kinds: Kinds) -> FunctionType | None:
        """The function for these kinds, the same one for all that have the same code."""
        if kinds not in self._known:
            found = self._answer(kinds)
            self._known[kinds] = found and self._alike.setdefault(_identity(found), found)
        return self._known[kinds]

    def matters(self, begins: Sequence[Kinds], place: int, kinds: Kinds) -> str:
        """Of one argument, where the others are as in `begins`; see Overloads."""
        found = ""
        for begin in begins:
            of_kind = {kind: self.of((*begin[:place], kind, *begin[place + 1 :])) for kind in kinds}
            if len({id(one) for kind, one in of_kind.items() if kind != LEFT_OUT}) > 1:
                return "!"
            if len({id(one) for one in of_kind.values()}) > 1:
                found = "?"
        return found

    def _answer(self, kinds: Kinds) -> FunctionType | None:
        types = [
            _numba_type(kind, one.default)
            for kind, one in zip(kinds, self._parameters, strict=True)
            if kind != LEFT_OUT or one.kind != one.VAR_POSITIONAL
        ]
        for template in self._templates:
            receiver = getattr(template, "key", None)
            if isinstance(receiver, type) and not isinstance(types[0], receiver):
                continue
            try:
                found = template._overload_func(*types)
            except Exception:  # the author's way to say that it is not for these types
                continue
            found = found[1] if isinstance(found, tuple) else found
            if isinstance(found, FunctionType):
                return found
        return None


def _registries() -> list[Any]:
    return [getattr(sys.modules.get(name), "builtin_registry", None) for name in TYPING]


def _in_order(templates: list[Any]) -> list[Any]:
    known = [one for one in templates if callable(getattr(one, "_overload_func", None))]
    return sorted(known, key=lambda one: getattr(one, "metadata", {}).get("target") != "cuda")


def _is_numbas(function: Any) -> bool:
    return str(getattr(function, "__module__", "")).partition(".")[0] in ("numba", "numba_cuda")


def _of_literals(template: Any) -> bool:
    return bool(getattr(template, "prefer_literal", False))


def _parameters(functions: Sequence[Any]) -> list[inspect.Parameter] | None:
    """Those of the first function that names them, `*args` as some parameters; None where none
    does, or there are too many.
    """
    for function in functions:
        try:
            found = list(inspect.signature(function).parameters.values())
        except (TypeError, ValueError):
            continue
        if found and found[-1].kind == inspect.Parameter.VAR_POSITIONAL:
            rest = found.pop()
            names = (f"{rest.name}{number}" for number in range(MOST_REST))
            found_rest = [rest.replace(name=name) for name in names]
        else:
            found_rest = []
        if all(one.kind == one.POSITIONAL_OR_KEYWORD for one in found):
            found += found_rest
            return found if len(found) <= MOST_ARGUMENTS else None
    return None


def _may_be_left_out(parameter: inspect.Parameter) -> bool:
    return parameter.default is not parameter.empty or parameter.kind == parameter.VAR_POSITIONAL


def _all_kinds() -> Iterator[str]:
    yield "bool"
    yield from NUMBERS
    for dtype in OF_ARRAYS:
        yield from (f"{dtype}[{ndim}]" for ndim in range(1, MOST_DIMENSIONS + 1))
    for dtype in ("int64", "float64"):
        yield from (f"{count} x {dtype}" for count in range(1, MOST_ITEMS + 1))
    yield "None"


def _numba_type(kind: str, default: Any) -> Any:
    types = sys.modules["numba.core.types"]
    if kind == LEFT_OUT:
        return types.Omitted(default)
    if kind == "None":
        return types.none
    count, _, item = kind.rpartition(" x ")
    if count:
        return types.UniTuple(getattr(types, item), int(count))
    name, _, ndim = kind.rstrip("]").partition("[")
    number = types.boolean if name == "bool" else getattr(types, name)
    return types.Array(number, int(ndim), "C") if ndim else number


def _identity(function: FunctionType) -> Any:
    cells = function.__closure__ or ()
    return function.__code__, tuple(repr(cell.cell_contents) for cell in cells)


def _count(rows: Sequence[Sequence[str]]) -> int:
    count = 1
    for row in rows:
        count *= len(row)
    return count
