"""A drop-in for `numba.cuda` that has nothing: what passes on it asks nothing of `numba.cuda`.

While a module of tests is imported each name is there, so that its tests can be collected; whoever
uses one in a test gets AskedNothing.
"""

from __future__ import annotations

from typing import Any

_importing = True


class AskedNothing(BaseException):
    """A test asks something of `numba.cuda`; no test takes it for an error that it expects."""


class Nothing:
    """Stands for whatever `numba.cuda` has."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _answer(name)

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """As what is called would be: something of `numba.cuda` again."""
        return _answer("a call")

    def __getitem__(self, item: Any) -> Any:
        return _answer("an item")

    def __bool__(self) -> bool:
        return bool(_answer("its truth"))

    def __mro_entries__(self, bases: tuple[Any, ...]) -> tuple[type, ...]:
        return (object,)


class NothingRaised(Exception):
    """Stands for any error of `numba.cuda`, so that `except` can name it."""


def tests_begin() -> None:
    """From now on every use is told."""
    global _importing
    _importing = False


def _answer(what: str) -> Any:
    if _importing:
        return Nothing()
    raise AskedNothing(f"{what} of numba.cuda")


def __getattr__(name: str) -> Any:
    if name.startswith("_"):
        raise AttributeError(name)
    return NothingRaised if name.endswith("Error") else _answer(name)
