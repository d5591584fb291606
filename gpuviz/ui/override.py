"""The border between Qt and Python: no error of a Python method that Qt calls gets into Qt.

Shiboken on Python 3.11 crashes where an error that C code raised (1/0, any of NumPy's) leaves an
override that was called from another one, and an event reaches a widget through several of ours.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, ParamSpec, TypeVar

from gpuviz.ui.failures import report

Taken = ParamSpec("Taken")
Answer = TypeVar("Answer")

ANSWERS: Mapping[str, object] = {
    "eventFilter": False,  # the event goes on to whom it is for
    "rowCount": 0,
    "columnCount": 0,
    "data": None,
    "headerData": None,
}
"""What Qt is told by a method that failed, where Qt's own has no answer or another one."""


def qt_override(method: Callable[Taken, Answer]) -> Callable[Taken, Answer]:
    """Marks a method that overrides a virtual one of Qt's: an error in it is reported.

    Qt then hears what `ANSWERS` has for the method, else what its own class says; a method that
    answers nothing leaves it at what it has done. The next call tries again.
    """
    is_silent = method.__annotations__.get("return") in ("None", None)

    @functools.wraps(method)
    def guarded(*args: Taken.args, **kwargs: Taken.kwargs) -> Answer:
        try:
            return method(*args, **kwargs)
        except Exception as error:
            report(error, guarded.__qualname__)
        return None if is_silent else _answer(guarded, *args)  # type: ignore[return-value]

    return guarded


def _answer(override: Callable[..., Any], owner: object, *args: object) -> Any:
    """What Qt hears of a method that failed, of `owner`."""
    name = override.__name__
    if name in ANSWERS:
        return ANSWERS[name]
    try:
        return getattr(_qt_base(owner, override), name)(owner, *args)
    except Exception as error:
        report(error, f"{name} of Qt")
        return None


def _qt_base(owner: object, override: Callable[..., Any]) -> type:
    """The class of Qt's whose method is overridden."""
    classes = type(owner).__mro__
    mine = next(n for n, one in enumerate(classes) if override in vars(one).values())
    return next(
        one
        for one in classes[mine + 1 :]
        if one.__module__.startswith("PySide6.") and hasattr(one, override.__name__)
    )
