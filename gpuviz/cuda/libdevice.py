"""NVIDIA's libdevice for kernels: `libdevice.sinf(x)` and the like."""

from __future__ import annotations

from typing import NoReturn

from gpuviz.cuda.errors import UnknownAttribute, not_known
from gpuviz.cuda.intrinsics import IntrinsicStub
from gpuviz.simt.numerics.libdevice import FUNCTIONS

globals().update({name: IntrinsicStub(f"libdevice.{name}") for name in FUNCTIONS})


def __getattr__(name: str) -> NoReturn:
    if name.startswith("_"):
        raise AttributeError(name)
    raise UnknownAttribute(not_known(f"cuda.libdevice.{name}", FUNCTIONS))
