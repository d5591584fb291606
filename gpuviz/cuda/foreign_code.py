"""What numba-cuda calls machine code and CUDA C from elsewhere: the emulator links none of it."""

from __future__ import annotations

from gpuviz.cuda.errors import FOREIGN_CODE


class LinkableCode:
    """Code or the path of its file, as a script gives it; `@cuda.jit(link=..)` refuses it."""

    def __init__(self, path_or_obj: object, *others: object, **named: object) -> None:
        self.obj = path_or_obj


LINKABLE: dict[str, type[LinkableCode]] = {
    "LinkableCode": LinkableCode,
    **{
        name: type(name, (LinkableCode,), {"__doc__": LinkableCode.__doc__})
        for name in sorted(FOREIGN_CODE - {"LinkableCode"})
    },
}
"""By their names."""
