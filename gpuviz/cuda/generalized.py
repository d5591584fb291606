"""`@guvectorize(target="cuda")`: a function of small arrays, for stacks of them on the GPU."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from types import FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.cuda.allocation import device_array
from gpuviz.cuda.arrays import DeviceArray
from gpuviz.cuda.dispatcher import Kernel
from gpuviz.cuda.errors import BadType, BadValue
from gpuviz.cuda.interface import as_device_array, host_view, is_cuda_array
from gpuviz.cuda.signature import Kind, ParameterType, Signature, check_result, read_signatures
from gpuviz.cuda.vectorizing import needs_signatures, staged
from gpuviz.messages import Message

Core = tuple[str, ...]
"""The names of the dimensions that the function itself sees: ("m", "n")."""
Shape = tuple[int, ...]
REFUSED = {
    "cache": "caching is not supported",
    "writable_args": "writable_args are not supported",
}
"""Options that Numba has for the CPU alone, and what it says."""
STAGE = """\
def {name}({parameters}):
    i = grid(1)
    if i < {first}.shape[0]:
        core({elements})
"""


class GeneralizedFunction:
    """A function of arrays with the dimensions of its layout, called for stacks of such arrays."""

    def __init__(
        self, function: FunctionType, layout: str, signatures: Sequence[Signature]
    ) -> None:
        functools.update_wrapper(self, function)
        self.py_func = function
        self._inputs, self._outputs = _read_layout(layout)
        self._kernels = {_dtypes(one): self._kernel(one) for one in signatures}

    def __call__(self, *args: Any, out: Any = None, stream: object = 0) -> Any:
        """The outputs, one or a tuple; they stay on the device where an argument is there.

        Outputs may be given behind the inputs, or as `out`. Raises BadType or BadValue for
        arguments that do not fit the layout or the types.
        """
        inputs, given = args[: len(self._inputs)], list(args[len(self._inputs) :])
        if given and out is not None:
            raise ValueError("cannot specify argument 'out' as both positional and keyword")
        given = given or ([] if out is None else list(out) if isinstance(out, tuple) else [out])
        self._check_counts(inputs, given)
        arrays = [host_view(arg) for arg in inputs]
        for arg in filter(is_cuda_array, inputs):
            as_device_array(arg).memory.written = None  # what is read here was worth writing
        types, kernel = self._chosen(arrays)
        _check_device_types(inputs, arrays, types)
        sizes, loop = self._sizes(arrays)
        outputs = self._new_outputs(types[len(arrays) :], sizes, loop)
        stacked = [_stacked(*row, loop) for row in zip(arrays, self._inputs, types, strict=False)]
        flat = [_flat(*pair) for pair in zip(outputs, self._outputs, strict=True)]
        kernel.forall(int(np.prod(loop)), stream=stream)(*stacked, *flat)
        return self._delivered(outputs, given, any(map(is_cuda_array, args)))

    def _kernel(self, signature: Signature) -> Kernel:
        cores = [*self._inputs, *self._outputs]
        names = [f"a{number}" for number in range(len(cores))]
        elements = [_element(*row) for row in zip(names, cores, signature, strict=True)]
        words = {"parameters": ", ".join(names), "elements": ", ".join(elements)}
        return staged(STAGE, self.py_func, [signature], {**words, "first": names[-1]})

    def _check_counts(self, inputs: Sequence[Any], given: Sequence[Any]) -> None:
        if len(inputs) != len(self._inputs) or len(given) not in (0, len(self._outputs)):
            template = (
                "This gufunc accepts {inputs} (when providing input only) or {all} (when providing"
                " input and output). Got {given}. {name} has the inputs and outputs of its layout."
            )
            values = {
                "inputs": _positional(len(self._inputs)),
                "all": _positional(len(self._inputs) + len(self._outputs)),
                "given": _positional(len(inputs) + len(given)),
                "name": self.py_func.__name__,
            }
            raise BadType(Message("guvectorize.count", template, values))

    def _chosen(self, arrays: Sequence[NDArray[Any]]) -> tuple[Sequence[np.dtype[Any]], Kernel]:
        """The first signature whose inputs the arrays are, or else could be made into them.

        Numba asks it that way: an int64 is given where int32 is wanted, but no int32 for int64.
        """
        given = [array.dtype for array in arrays]
        for loose in (False, True):
            for types, kernel in self._kernels.items():
                pairs = list(zip(given, types, strict=False))
                if all(one == two or (loose and np.can_cast(two, one)) for one, two in pairs):
                    return types, kernel
        template = "no signature of {name} takes {types}."
        values = {"name": self.py_func.__name__, "types": ", ".join(map(str, given))}
        raise BadType(Message("guvectorize.types", template, values))

    def _sizes(self, arrays: Sequence[NDArray[Any]]) -> tuple[dict[str, int], Shape]:
        """The size of each named dimension, and the shape of the stack."""
        sizes: dict[str, int] = {}
        outer = []
        for array, core in zip(arrays, self._inputs, strict=True):
            split = array.ndim - len(core)
            outer.append(array.shape[: max(split, 0)])
            named = zip(core, array.shape[max(split, 0) :], strict=False)
            if split < 0 or any(sizes.setdefault(name, size) != size for name, size in named):
                template = "an array of shape {shape} does not fit ({core}) of {name}."
                values = {"shape": array.shape, "core": ", ".join(core)}
                values["name"] = self.py_func.__name__
                raise BadValue(Message("guvectorize.shape", template, values))
        return sizes, np.broadcast_shapes(*outer)

    def _new_outputs(
        self, types: Sequence[np.dtype[Any]], sizes: dict[str, int], loop: Shape
    ) -> list[DeviceArray]:
        return [
            device_array((*loop, *(sizes[name] for name in core)), dtype)
            for core, dtype in zip(self._outputs, types, strict=True)
        ]

    def _delivered(self, outputs: list[DeviceArray], given: Sequence[Any], on_device: bool) -> Any:
        results: list[Any] = []
        for row, array in enumerate(outputs):
            if given and is_cuda_array(given[row]):
                result = as_device_array(given[row])
                result.copy_to_device(array)
                results.append(result)
            elif given:
                results.append(array.copy_to_host(given[row]))
            else:
                results.append(array if on_device else array.copy_to_host())
        return results[0] if len(results) == 1 else tuple(results)


def guvectorize(ftylist: Any = (), signature: str | None = None, **kws: Any) -> Any:
    """`@guvectorize(["void(float32[:], float32[:])"], "(n)->(n)", target="cuda")`.

    Raises TypeError, as Numba does, for options that there are not.
    """
    _check_options(kws)
    if not ftylist or signature is None or isinstance(ftylist, FunctionType):
        needs_signatures("guvectorize")
    _check_results(ftylist)
    return functools.partial(_generalized, signature, read_signatures(ftylist))


def _check_results(ftylist: Any) -> None:
    for given in ftylist if isinstance(ftylist, list) else [ftylist]:
        result = str(getattr(given, "return_type", None) or "none")
        if result not in ("none", "void"):
            raise TypeError(
                "guvectorized functions cannot return values: "
                f"signature {given} specifies {result} return type"
            )
    check_result(ftylist)


def _check_options(options: dict[str, Any]) -> None:
    for name, words in REFUSED.items():
        if options.get(name):
            raise TypeError(words)
    if not options.get("nopython", True):
        raise TypeError("nopython flag must be True")
    unknown = [name for name in options if name not in {*REFUSED, "identity", "target", "nopython"}]
    if unknown:
        listed = ", ".join(map(repr, unknown))
        raise TypeError(f"The following target options are not supported: {listed}")


def _generalized(
    layout: str, signatures: Sequence[Signature], function: FunctionType
) -> GeneralizedFunction:
    return GeneralizedFunction(function, layout, signatures)


def _read_layout(text: str) -> tuple[list[Core], list[Core]]:
    """ "(m,n),(n)->(m)" as the names of the dimensions of inputs and outputs."""
    sides = ["".join(side.split()) for side in text.split("->")]
    pattern = r"\((\w+(,\w+)*)?\)"
    if len(sides) != 2 or not all(re.fullmatch(rf"{pattern}(,{pattern})*", s) for s in sides):
        template = "the layout {text} is none: write it as in (m,n),(n)->(m)."
        raise BadValue(Message("guvectorize.layout", template, {"text": text}))
    return tuple(  # type: ignore[return-value]
        [tuple(filter(None, part.split(","))) for part in re.findall(r"\(([^)]*)\)", side)]
        for side in sides
    )


def _dtypes(signature: Signature) -> tuple[np.dtype[Any], ...]:
    return tuple(kind.dtype for kind in signature if isinstance(kind, ParameterType))


def _element(name: str, core: Core, kind: Kind) -> str:
    """What the function gets of one array; a number that it wants as an array is a part of it."""
    as_array = not core and isinstance(kind, ParameterType) and kind.ndim == 1
    return f"{name}[i:i + 1]" if as_array else f"{name}[i]"


def _check_device_types(
    inputs: Sequence[Any], arrays: Sequence[NDArray[Any]], types: Sequence[np.dtype[Any]]
) -> None:
    """Raises BadType for what is on the device and would have to become another type."""
    for given, array, dtype in zip(inputs, arrays, types, strict=False):
        if is_cuda_array(given) and array.dtype != dtype:
            template = (
                "compatible signature is possible by casting but a device array does not support"
                " .astype(): make it one of {wanted}, not {dtype}."
            )
            values = {"wanted": dtype, "dtype": array.dtype}
            raise BadType(Message("guvectorize.device-type", template, values))


def _positional(count: int) -> str:
    return f"{count} positional argument{'s' * (count != 1)}"


def _stacked(array: NDArray[Any], core: Core, dtype: np.dtype[Any], loop: Shape) -> DeviceArray:
    """One array of the core's dimensions for each element of the stack."""
    inner = array.shape[array.ndim - len(core) :]
    whole = np.broadcast_to(array.astype(dtype, copy=False), (*loop, *inner))
    return DeviceArray(whole.reshape(-1, *inner))


def _flat(output: DeviceArray, core: Core) -> DeviceArray:
    inner = output.shape[output.ndim - len(core) :]
    return output.reshape(output.size // max(int(np.prod(inner)), 1), *inner)
