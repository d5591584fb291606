"""Arguments of a kernel with signatures: the one that fits is taken, numbers are converted to it.

Numba takes the arguments as they are said to be: a number is converted, as C does; an array of
another type would be misread, so it is refused here.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.cuda.errors import BadType
from gpuviz.cuda.signature import Kind, ParameterType, Signature, in_words
from gpuviz.messages import Message


def convert_arguments(
    signatures: Sequence[Signature], names: Sequence[str], arguments: Sequence[Any]
) -> list[Any]:
    """The arguments as the kernel gets them. Raises BadType where no signature takes them."""
    for signature in signatures:
        _check_count(signature, names)
    if len(signatures) == 1:
        return _converted_all(signatures[0], names, arguments)
    ranked = sorted(
        (harm, row)
        for row, signature in enumerate(signatures)
        if (harm := _harm(signature, arguments)) is not None
    )
    if not ranked:
        template = "No matching definition for the arguments ({given}) in {signatures}."
        shown = "; ".join(_shown(signature) for signature in signatures)
        values = {"given": ", ".join(map(_in_words, arguments)), "signatures": shown}
        raise BadType(Message("signature.no-match", template, values))
    if len(ranked) > 1 and ranked[0][0] == ranked[1][0]:
        one, other = (_shown(signatures[row]) for _, row in ranked[:2])
        template = "Ambiguous overloading: {one} and {other} fit equally well, convert a number."
        raise BadType(Message("signature.ambiguous", template, {"one": one, "other": other}))
    return _converted_all(signatures[ranked[0][1]], names, arguments)


def _check_count(signature: Signature, names: Sequence[str]) -> None:
    if len(signature) != len(names):
        template = (
            "the signature has {given} types, but the kernel has {needed} parameters ({names})."
        )
        values = {"given": len(signature), "needed": len(names), "names": ", ".join(names)}
        raise BadType(Message("signature.count", template, values))


def _converted_all(
    signature: Signature, names: Sequence[str], arguments: Sequence[Any]
) -> list[Any]:
    triples = zip(signature, names, arguments, strict=True)
    return [_converted(kind, name, argument) for kind, name, argument in triples]


def _harm(signature: Signature, arguments: Sequence[Any]) -> int | None:
    """How many numbers must be converted, None where an argument does not fit."""
    harms = [_misfit(*pair) for pair in zip(signature, arguments, strict=True)]
    return None if None in harms else sum(harm for harm in harms if harm)


def _misfit(kind: Kind, argument: Any) -> int | None:
    """0: the very type; more: numbers that are converted without loss; None: something else."""
    if kind is None:
        return 0
    if isinstance(kind, tuple):
        alike = isinstance(argument, tuple) and len(argument) == len(kind)
        return _harm(kind, argument) if alike else None
    if isinstance(argument, np.ndarray):
        return 0 if _fits(kind, argument) else None
    given = np.asarray(argument).dtype
    if kind.ndim or given.kind == "O" or not np.can_cast(given, kind.dtype):
        return None
    return 0 if given == kind.dtype else 1 if given.kind == kind.dtype.kind else 2


def _shown(signature: Signature) -> str:
    return f"({', '.join(map(in_words, signature))})"


def _converted(kind: Kind, name: str, argument: Any) -> Any:
    if kind is None:
        return argument
    if isinstance(kind, tuple):
        if not isinstance(argument, tuple) or len(argument) != len(kind):
            raise _mismatch(kind, name, argument)
        names = [f"{name}[{row}]" for row in range(len(kind))]
        return like_tuple(argument, _converted_all(kind, names, argument))
    if isinstance(argument, np.ndarray):
        seen = _other_sign(kind, argument)
        if not _fits(kind, seen):
            raise _mismatch(kind, name, argument)
        return seen
    if isinstance(argument, np.void) and argument.dtype == kind.dtype and not kind.ndim:
        return argument
    try:
        if kind.ndim:
            raise TypeError
        with np.errstate(all="ignore"):
            return _number(kind.dtype, argument)
    except (TypeError, ValueError, OverflowError):
        raise _mismatch(kind, name, argument) from None


def _other_sign(kind: ParameterType, array: NDArray[Any]) -> NDArray[Any]:
    """The array with its whole numbers read as signed or not, as the signature says."""
    given, wanted = array.dtype, kind.dtype
    whole = given.kind in "iu" and wanted.kind in "iu" and given.itemsize == wanted.itemsize
    return array.view(wanted) if whole else array


def _fits(kind: ParameterType, array: NDArray[Any]) -> bool:
    flags = array.flags
    dense = {"A": True, "C": flags.c_contiguous, "F": flags.f_contiguous}[kind.layout]
    return bool(array.dtype == kind.dtype and array.ndim == kind.ndim and dense and kind.ndim)


def _number(dtype: np.dtype[Any], value: Any) -> Any:
    """The number as C's conversion to `dtype` gives it: whole numbers wrap around."""
    if dtype.kind in "iu":
        bits = 8 * dtype.itemsize
        whole = operator.index(value) % (1 << bits)
        return np.array(whole, f"u{dtype.itemsize}").view(dtype)[()]
    if dtype.kind == "b":
        return np.bool_(int(value) != 0)
    return dtype.type(complex(value) if dtype.kind == "c" else float(value))


def like_tuple(given: tuple[Any, ...], items: Sequence[Any]) -> tuple[Any, ...]:
    """A tuple of other items, with names where the given one has some."""
    return type(given)(*items) if hasattr(given, "_fields") else tuple(items)


def _mismatch(kind: Kind, name: str, given: Any) -> BadType:
    template = (
        "{name} is {wanted} in the signature of the kernel, but {given} is given: convert it, or"
        " correct the signature."
    )
    values = {"name": name, "wanted": in_words(kind), "given": _in_words(given)}
    return BadType(Message("signature.mismatch", template, values))


def _in_words(given: Any) -> str:
    if isinstance(given, np.ndarray):
        order = "" if given.flags.c_contiguous else ", not in rows,"
        return f"a {given.ndim}D array of {given.dtype}{order}"
    return f"{given!r:.40} ({type(given).__name__})"
