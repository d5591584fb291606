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


class IntrinsicStub:
    """Something that only a running kernel can use; `parts` are the names behind its dot."""

    def __init__(self, name: str, *parts: str) -> None:
        self.__name__ = name
        for part in parts:
            setattr(self, part, IntrinsicStub(f"{name}.{part}"))

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


def _refuse(self: IntrinsicStub, *operands: Any, **named: Any) -> NoReturn:
    template = (
        "{name} has a value only while a kernel runs, for each thread its own: use it inside a"
        " function with @cuda.jit, and launch that with kernel[blocks, threads](...)."
    )
    name = f"cuda.{self.__name__}"
    raise RequestRefused(Message("cuda.only-in-a-kernel", template, {"name": name}))


for _operation in OPERATIONS.split():
    setattr(IntrinsicStub, f"__{_operation}__", _refuse)


grid = IntrinsicStub("grid")
gridsize = IntrinsicStub("gridsize")
syncthreads = IntrinsicStub("syncthreads")
syncthreads_count = IntrinsicStub("syncthreads_count")
syncthreads_and = IntrinsicStub("syncthreads_and")
syncthreads_or = IntrinsicStub("syncthreads_or")
syncwarp = IntrinsicStub("syncwarp")
threadfence = IntrinsicStub("threadfence")
threadfence_block = IntrinsicStub("threadfence_block")
threadfence_system = IntrinsicStub("threadfence_system")
nanosleep = IntrinsicStub("nanosleep")
shfl_sync = IntrinsicStub("shfl_sync")
shfl_up_sync = IntrinsicStub("shfl_up_sync")
shfl_down_sync = IntrinsicStub("shfl_down_sync")
shfl_xor_sync = IntrinsicStub("shfl_xor_sync")
shfl_sync_intrinsic = IntrinsicStub("shfl_sync_intrinsic")
vote_sync_intrinsic = IntrinsicStub("vote_sync_intrinsic")
all_sync = IntrinsicStub("all_sync")
any_sync = IntrinsicStub("any_sync")
eq_sync = IntrinsicStub("eq_sync")
ballot_sync = IntrinsicStub("ballot_sync")
match_any_sync = IntrinsicStub("match_any_sync")
match_all_sync = IntrinsicStub("match_all_sync")
activemask = IntrinsicStub("activemask")
lanemask_lt = IntrinsicStub("lanemask_lt")
threadIdx = IntrinsicStub("threadIdx", "x", "y", "z")
blockIdx = IntrinsicStub("blockIdx", "x", "y", "z")
blockDim = IntrinsicStub("blockDim", "x", "y", "z")
gridDim = IntrinsicStub("gridDim", "x", "y", "z")
laneid = IntrinsicStub("laneid")
warpsize = IntrinsicStub("warpsize")
shared = IntrinsicStub("shared", "array")
atomic = IntrinsicStub(
    "atomic",
    *("add", "sub", "and_", "or_", "xor", "inc", "dec", "exch", "max", "min", "nanmax", "nanmin"),
    *("compare_and_swap", "cas"),
)
local = IntrinsicStub("local", "array")
const = IntrinsicStub("const", "array_like")
fp16 = IntrinsicStub(
    "fp16",
    *("hadd", "hsub", "hmul", "hdiv", "hfma", "hneg", "habs", "hmax", "hmin"),
    *("heq", "hne", "hge", "hgt", "hle", "hlt", "hfloor", "hceil", "htrunc", "hrint"),
    *("hsin", "hcos", "htanh", "hlog", "hlog2", "hlog10", "hexp", "hexp2", "hexp10"),
    *("hsqrt", "hrsqrt", "hrcp"),
)
brev = IntrinsicStub("brev")
cbrt = IntrinsicStub("cbrt")
clz = IntrinsicStub("clz")
ffs = IntrinsicStub("ffs")
fma = IntrinsicStub("fma")
popc = IntrinsicStub("popc")
selp = IntrinsicStub("selp")
