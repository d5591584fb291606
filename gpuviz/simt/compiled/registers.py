"""Numbers that only the compiled code will know: what is computed with them becomes code.

A lowered statement runs with registers where it otherwise has NumPy's values; so that what it does
is written down once, there, and the compiled loop computes the same. NumPy hands its functions and
operators over to a register's code (`__array_ufunc__`, `__array_function__`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin

if TYPE_CHECKING:
    from gpuviz.simt.compiled.code import Code


class NotCompilable(Exception):
    """The statement does something of which no code is made: it goes on running with NumPy."""


class Register(NDArrayOperatorsMixin):
    """A number of one thread in LLVM's code; it stands where a NumPy scalar would."""

    __slots__ = ("code", "dtype", "name")

    ndim = 0
    size = 1
    shape: tuple[int, ...] = ()

    def __init__(self, code: Code, name: str, dtype: np.dtype[Any]) -> None:
        self.code = code
        self.name = name  # of an LLVM value
        self.dtype = dtype

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **words: Any) -> Any:
        """What NumPy's operators and functions of numbers come to."""
        if method != "__call__" or words:
            raise NotCompilable(f"{ufunc.__name__}.{method}")
        return self.code.apply(ufunc, inputs)

    def __array_function__(
        self, function: Any, types: Any, arguments: Any, words: dict[str, Any]
    ) -> Any:
        """The few of NumPy's functions of arrays that make sense for one number."""
        known = _FUNCTIONS.get(function)
        if known is None or words:
            raise NotCompilable(function.__name__)
        return known(self.code, *arguments)

    def __getitem__(self, key: Any) -> Register:
        """`value[()]`."""
        if key != ():
            raise NotCompilable("an index")
        return self

    def __bool__(self) -> NoReturn:
        raise NotCompilable("Python would have to know the number")

    __hash__ = None  # type: ignore[assignment]

    def astype(self, dtype: Any, copy: bool = True) -> Register:
        """The number cast as C casts."""
        return self.code.cast(self, np.dtype(dtype))

    def all(self) -> bool:
        """True: where it is not, the compiled code leaves the rest to NumPy."""
        self.code.guard(self.astype(np.bool_))
        return True

    def any(self) -> bool:
        """False: where it is not, the compiled code leaves the rest to NumPy."""
        self.code.guard(np.logical_not(self))
        return False


def _where(code: Code, *arguments: Any) -> Any:
    if len(arguments) != 3:
        raise NotCompilable("numpy.where of one argument")
    return code.choose(*arguments)


def _same(code: Code, value: Any, *shape: Any) -> Any:
    return value


def _all(code: Code, value: Any) -> bool:
    return bool(value.all())


def _any(code: Code, value: Any) -> bool:
    return bool(value.any())


_FUNCTIONS: dict[Any, Callable[..., Any]] = {
    np.where: _where,
    np.broadcast_to: _same,
    np.any: _any,
    np.all: _all,
    np.ndim: lambda code, value: 0,
    np.shape: lambda code, value: (),
    np.size: lambda code, value: 1,
}
