"""Names that mean something only inside a kernel; the emulator recognises the objects themselves."""

from __future__ import annotations

from typing import Any, NoReturn


class Intrinsic:
    """Something that only a running kernel can use; `parts` are the names behind its dot."""

    def __init__(self, name: str, *parts: str) -> None:
        self.__name__ = name
        for part in parts:
            setattr(self, part, Intrinsic(f"{name}.{part}"))

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise RuntimeError(f"cuda.{self.__name__} works only inside a kernel: launch one with [grid, block]")

    def __repr__(self) -> str:
        return f"<cuda.{self.__name__}, for kernels>"


grid = Intrinsic("grid")
gridsize = Intrinsic("gridsize")
syncthreads = Intrinsic("syncthreads")
threadIdx = Intrinsic("threadIdx", "x", "y", "z")  # noqa: N816
blockIdx = Intrinsic("blockIdx", "x", "y", "z")  # noqa: N816
blockDim = Intrinsic("blockDim", "x", "y", "z")  # noqa: N816
gridDim = Intrinsic("gridDim", "x", "y", "z")  # noqa: N816
laneid = Intrinsic("laneid")
warpsize = Intrinsic("warpsize")
shared = Intrinsic("shared", "array")
