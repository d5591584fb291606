"""`cuda.jit`: makes a kernel or a device function of a Python function."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import FunctionType
from typing import Any, NoReturn

from gpuviz.cuda.dispatcher import DeviceFunction, Kernel
from gpuviz.cuda.errors import foreign_code
from gpuviz.cuda.jit_options import check_options
from gpuviz.cuda.signature import check_result, declared_types, is_signature, read_signatures
from gpuviz.messages import Message, NotSupportedError

UNKNOWN_OPTIONS = {"boundscheck", "argtypes", "restype", "bind", "cluster", "cluster_dims"}
"""Options of @cuda.jit that would change what a kernel does; the others say how to compile it."""


def jit(func_or_sig: Any = None, device: bool = False, **options: Any) -> Any:
    """`@cuda.jit`, with or without parentheses, options and signatures.

    Raises NotSupportedError for options that would change results, and for what is no function.
    """
    unknown = sorted(name for name in UNKNOWN_OPTIONS & options.keys() if options[name])
    if unknown:
        raise _unknown_options(unknown)
    if options.get("link"):
        raise NotSupportedError(foreign_code("What link= names"))
    check_options(options)
    if func_or_sig is None or is_signature(func_or_sig):
        return functools.partial(_decorate, device, func_or_sig, options)
    return _decorate(device, None, options, func_or_sig)


def declare_device(name: str, sig: Any, **options: Any) -> NoReturn:
    """A function of foreign machine code: raises NotSupportedError."""
    template = (
        "{name} is declared to be machine code from elsewhere, which the emulator cannot run: write"
        " it in Python, with @cuda.jit(device=True)."
    )
    raise NotSupportedError(Message("jit.declare-device", template, {"name": name}))


def _decorate(
    device: bool, given: Any, options: Mapping[str, Any], function: Any
) -> Kernel | DeviceFunction:
    inner = getattr(function, "py_func", None)  # of a kernel, or of a function that Numba compiles
    if isinstance(inner, FunctionType):
        function = inner
    if not isinstance(function, FunctionType):
        template = "@cuda.jit stands above a function written with def, not above {what}."
        values = {"what": f"{function!r:.60}"}
        raise NotSupportedError(Message("jit.not-a-function", template, values))
    signatures = () if given is None else read_signatures(given)
    if device:
        declared = () if given is None else declared_types(given)
        return DeviceFunction(function, signatures, declared)
    check_result(given)
    return Kernel(function, signatures, options.get("extensions", ()), options)


def _unknown_options(names: list[str]) -> NotSupportedError:
    template = "@cuda.jit with {what} is not known to gpuviz: leave it out."
    return NotSupportedError(Message("jit.options", template, {"what": ", ".join(names)}))
