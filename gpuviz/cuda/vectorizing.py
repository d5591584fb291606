"""`@vectorize(target="cuda")`: a function of numbers, made into one of whole arrays on the GPU."""

from __future__ import annotations

import functools
import linecache
import warnings
from collections.abc import Sequence
from types import FunctionType
from typing import Any, NoReturn

import numpy as np

from gpuviz.cuda.allocation import device_array, to_device
from gpuviz.cuda.arrays import DeviceArray
from gpuviz.cuda.decorators import jit
from gpuviz.cuda.dispatcher import DeviceFunction, Kernel
from gpuviz.cuda.errors import BadType, BadValue
from gpuviz.cuda.interface import as_device_array, is_cuda_array
from gpuviz.cuda.intrinsics import grid
from gpuviz.cuda.signature import Signature, number_signature, read_signatures
from gpuviz.messages import EnglishTemplate, Message, NotSupportedError

Types = tuple[np.dtype[Any], ...]
STAGE = """\
def {name}({parameters}, out):
    i = grid(1)
    if i < out.size:
        out[i] = core({elements})
"""


class VectorizedFunction:
    """A function of numbers for whole arrays: with broadcasting, `out=` and `reduce`.

    `results` has the type of the result for each combination of argument types.
    """

    def __init__(
        self,
        function: FunctionType,
        results: dict[Types, np.dtype[Any]],
        signatures: Sequence[Signature],
    ) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self._results = results
        names = [f"a{number}" for number in range(function.__code__.co_argcount)]
        elements = ", ".join(f"{name}[i]" for name in names)
        words = {"parameters": ", ".join(names), "elements": elements}
        self._kernel = staged(STAGE, function, signatures, words)

    def __call__(self, *args: Any, out: Any = None, stream: object = 0) -> Any:
        """The result for each element; it stays on the device where an argument is there.

        Raises BadType where no signature has the arrays' types.
        """
        arrays = [_as_array(arg) for arg in args]
        for array in arrays:
            array.memory.written = None  # what is read here was worth writing
        types = self._types(args, arrays)
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
        given = [_spread(*pair, shape) for pair in zip(arrays, types, strict=True)]
        on_device = any(is_cuda_array(arg) for arg in (*args, out))
        result = _output(out, shape, self._results[types])
        if result.size:
            flat = result.ravel()
            self._kernel.forall(flat.size, stream=stream)(*given, flat)
        if on_device:
            return result
        return result.copy_to_host(out) if out is not None else result.copy_to_host()

    def reduce(self, arg: Any, stream: object = 0) -> Any:
        """All elements of an array of one dimension folded into one."""
        if arg.ndim != 1 or not arg.size:
            template = "reduce takes an array of one dimension with at least one element."
            raise BadType(Message("vectorize.reduce", template))
        rest = to_device(arg)
        while rest.size > 1:
            half = rest.size // 2
            folded = self._between(rest[:half], rest[half : 2 * half], stream)
            if rest.size % 2:
                folded[:1] = self._between(folded[:1], rest[2 * half :], stream)
            rest = folded
        return rest[0]

    def _between(self, one: DeviceArray, other: DeviceArray, stream: object) -> DeviceArray:
        """The result for two arrays of the device, which the script never sees."""
        kind = self._results[self._types((one, other), (one, other))]
        between = device_array(one.shape, kind)
        between.memory.for_kernels = True
        self(one, other, out=between, stream=stream)
        return between

    def _types(self, args: Sequence[Any], arrays: Sequence[DeviceArray]) -> Types:
        """The one signature that fits: arrays exactly; numbers exactly if possible."""
        dtypes = [array.dtype for array in arrays]
        numbers = [isinstance(arg, (int, float, complex, np.generic)) for arg in args]
        exact = [types for types in self._results if list(types) == dtypes]
        loose = [types for types in self._results if _fits(types, dtypes, numbers)]
        if not loose:
            template = "no signature of {name} takes {types}: arrays must have exactly its types."
            raise self._mismatch(template, dtypes)
        if not exact and len(loose) > 1:
            template = "several signatures of {name} take {types}: give the numbers a NumPy type."
            raise self._mismatch(template, dtypes)
        return (exact or loose)[0]

    def _mismatch(self, template: EnglishTemplate, dtypes: Sequence[np.dtype[Any]]) -> BadType:
        values = {"name": self.py_func.__name__, "types": ", ".join(map(str, dtypes))}
        return BadType(Message("vectorize.types", template, values))


def vectorize(ftylist_or_function: Any = (), **kws: Any) -> Any:
    """`@vectorize(["float32(float32)"], target="cuda")`.

    Raises NotSupportedError without signatures: the GPU's functions are compiled before; KeyError
    or TypeError, as Numba does, for options that there are not.
    """
    _check_options(kws)
    if isinstance(ftylist_or_function, FunctionType) or not ftylist_or_function:
        needs_signatures("vectorize")
    given = ftylist_or_function
    signatures = [number_signature(one) for one in (given if isinstance(given, list) else [given])]
    return functools.partial(_vectorized, dict(signatures), read_signatures(given))


def _check_options(options: dict[str, Any]) -> None:
    if options.get("cache"):
        raise TypeError("caching is not supported")
    unknown = sorted(options.keys() - {"cache", "identity", "target", "nopython"})
    if unknown:
        raise KeyError(f"Unrecognized options. {', '.join(unknown)}")
    if "nopython" in options:
        words = "nopython kwarg for cuda target is redundant"
        warnings.warn(words, RuntimeWarning, stacklevel=3)


def needs_signatures(name: str) -> NoReturn:
    """Raises NotSupportedError for a decorator without signatures."""
    template = (
        '@{name} with target="cuda" needs the types in its brackets, for example'
        ' ["float32(float32, float32)"].'
    )
    raise NotSupportedError(Message("vectorize.signatures", template, {"name": name}))


def staged(
    template: str, function: FunctionType, signatures: Sequence[Signature], words: dict[str, str]
) -> Kernel:
    """The kernel around a function; its text can be read as that of any other."""
    name = f"vectorized_{function.__name__}" if function.__name__.isidentifier() else "vectorized"
    text = template.format(name=name, **words)
    file = f"<{name} {len(linecache.cache)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {"grid": grid, "core": DeviceFunction(function, tuple(signatures))}
    exec(compile(text, file, "exec", dont_inherit=True), space)
    kernel: Kernel = jit(space[name])
    return kernel


def _vectorized(
    results: dict[Types, np.dtype[Any]], signatures: Sequence[Signature], function: FunctionType
) -> VectorizedFunction:
    return VectorizedFunction(function, results, signatures)


def _fits(types: Types, dtypes: Sequence[np.dtype[Any]], numbers: Sequence[bool]) -> bool:
    pairs = zip(types, dtypes, numbers, strict=False)
    return len(types) == len(dtypes) and all(num or one == two for one, two, num in pairs)


def _as_array(arg: Any) -> DeviceArray:
    if is_cuda_array(arg):
        return as_device_array(arg)
    return DeviceArray(np.asarray(arg))


def _spread(array: DeviceArray, dtype: np.dtype[Any], shape: tuple[int, ...]) -> DeviceArray:
    """The elements for each element of the result, one after the other."""
    data = array.data.astype(dtype, copy=False)
    fresh = array.fresh
    if fresh is not None:
        fresh = np.broadcast_to(fresh, shape).reshape(-1)
    return DeviceArray(np.broadcast_to(data, shape).reshape(-1), fresh)


def _output(out: Any, shape: tuple[int, ...], dtype: np.dtype[Any]) -> DeviceArray:
    if out is None:
        return device_array(shape, dtype)
    out = as_device_array(out) if is_cuda_array(out) else out
    if out.shape != shape or out.dtype != dtype:
        template = "out has the shape {shape} and the type {dtype}, the result {wanted} and {kind}."
        values = {"shape": out.shape, "dtype": out.dtype, "wanted": shape, "kind": dtype}
        raise BadValue(Message("vectorize.out", template, values))
    return out if is_cuda_array(out) else device_array(shape, dtype)
