"""Names that mean something only inside a kernel; the emulator recognises the objects."""

from __future__ import annotations

from typing import Any, NoReturn

from gpuviz.cuda.errors import UnknownAttribute, not_known
from gpuviz.messages import Message, RequestRefused

OPERATIONS = (
    "abs add and bool contains divmod eq float floordiv ge getitem gt index int invert iter le"
    " len lshift lt mod mul ne neg or pos pow radd rand rfloordiv rlshift rmod rmul ror rpow"
    " rrshift rshift rsub rtruediv rxor setitem sub truediv xor"
)
"""Python's special methods, without the underscores, by which a script computes with a value."""


class Intrinsic:
    """Something that only a running kernel can use; `parts` are the names behind its dot."""

    def __init__(self, name: str, *parts: str) -> None:
        self.__name__ = name
        for part in parts:
            setattr(self, part, Intrinsic(f"{name}.{part}"))

    def __getattr__(self, part: str) -> Any:
        if part.startswith("_"):
            raise AttributeError(part)
        raise UnknownAttribute(not_known(f"cuda.{self.__name__}.{part}", vars(self)))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Only a kernel can: raises RequestRefused."""
        _refuse(self)

    def __repr__(self) -> str:
        return f"<cuda.{self.__name__}, for kernels>"

    def __hash__(self) -> int:
        return id(self)


def _refuse(self: Intrinsic, *operands: Any, **named: Any) -> NoReturn:
    template = (
        "{name} has a value only while a kernel runs, for each thread its own: use it inside a"
        " function with @cuda.jit, and launch that with kernel[blocks, threads](...)."
    )
    name = f"cuda.{self.__name__}"
    raise RequestRefused(Message("cuda.only-in-a-kernel", template, {"name": name}))


for _operation in OPERATIONS.split():
    setattr(Intrinsic, f"__{_operation}__", _refuse)


grid = Intrinsic("grid")
gridsize = Intrinsic("gridsize")
syncthreads = Intrinsic("syncthreads")
syncthreads_count = Intrinsic("syncthreads_count")
syncthreads_and = Intrinsic("syncthreads_and")
syncthreads_or = Intrinsic("syncthreads_or")
syncwarp = Intrinsic("syncwarp")
threadfence = Intrinsic("threadfence")
threadfence_block = Intrinsic("threadfence_block")
threadfence_system = Intrinsic("threadfence_system")
nanosleep = Intrinsic("nanosleep")
shfl_sync = Intrinsic("shfl_sync")
shfl_up_sync = Intrinsic("shfl_up_sync")
shfl_down_sync = Intrinsic("shfl_down_sync")
shfl_xor_sync = Intrinsic("shfl_xor_sync")
shfl_sync_intrinsic = Intrinsic("shfl_sync_intrinsic")
vote_sync_intrinsic = Intrinsic("vote_sync_intrinsic")
all_sync = Intrinsic("all_sync")
any_sync = Intrinsic("any_sync")
eq_sync = Intrinsic("eq_sync")
ballot_sync = Intrinsic("ballot_sync")
match_any_sync = Intrinsic("match_any_sync")
match_all_sync = Intrinsic("match_all_sync")
activemask = Intrinsic("activemask")
lanemask_lt = Intrinsic("lanemask_lt")
threadIdx = Intrinsic("threadIdx", "x", "y", "z")
blockIdx = Intrinsic("blockIdx", "x", "y", "z")
blockDim = Intrinsic("blockDim", "x", "y", "z")
gridDim = Intrinsic("gridDim", "x", "y", "z")
laneid = Intrinsic("laneid")
warpsize = Intrinsic("warpsize")
shared = Intrinsic("shared", "array")
atomic = Intrinsic(
    "atomic",
    *("add", "sub", "and_", "or_", "xor", "inc", "dec", "exch", "max", "min", "nanmax", "nanmin"),
    *("compare_and_swap", "cas"),
)
local = Intrinsic("local", "array")
const = Intrinsic("const", "array_like")
fp16 = Intrinsic(
    "fp16",
    *("hadd", "hsub", "hmul", "hdiv", "hfma", "hneg", "habs", "hmax", "hmin"),
    *("heq", "hne", "hge", "hgt", "hle", "hlt", "hfloor", "hceil", "htrunc", "hrint"),
    *("hsin", "hcos", "htanh", "hlog", "hlog2", "hlog10", "hexp", "hexp2", "hexp10"),
    *("hsqrt", "hrsqrt", "hrcp"),
)
brev = Intrinsic("brev")
cbrt = Intrinsic("cbrt")
clz = Intrinsic("clz")
ffs = Intrinsic("ffs")
fma = Intrinsic("fma")
popc = Intrinsic("popc")
selp = Intrinsic("selp")
