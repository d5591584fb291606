"""What numba-cuda calls machine code and CUDA C from elsewhere: the emulator runs none of it."""

from __future__ import annotations

from typing import Any, NoReturn

from gpuviz.cuda.errors import FOREIGN_CODE, foreign_code
from gpuviz.messages import NotSupportedError


class LinkableCode:
    """Something that kernels are linked with: raises NotSupportedError when it is made."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        _refuse(type(self).__name__)


def _refuse(name: str) -> NoReturn:
    raise NotSupportedError(foreign_code(f"cuda.{name}"))


LINKABLE: dict[str, type[LinkableCode]] = {
    "LinkableCode": LinkableCode,
    **{
        name: type(name, (LinkableCode,), {"__doc__": LinkableCode.__doc__})
        for name in sorted(FOREIGN_CODE - {"LinkableCode"})
    },
}
"""By their names: a script may import them, and has none of them."""
