"""From what a script passes to a kernel to what the emulator runs on, and back.

A device array is passed as it is. A host array is copied to the device and back by Numba, which the
emulator spares, except where it could be seen: the same memory passed twice, a read-only array, a
hint that only one way is copied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from gpuviz.cuda.args import ArgHint
from gpuviz.cuda.arrays import DeviceArray, undefined
from gpuviz.cuda.conversion import convert_arguments, like_tuple
from gpuviz.cuda.errors import BadValue
from gpuviz.cuda.host_watch import HostMemory
from gpuviz.cuda.interface import as_device_array, is_cuda_array
from gpuviz.cuda.layouts import overreaches
from gpuviz.cuda.signature import Signature
from gpuviz.messages import Message, RequestRefused

CopyBack = Callable[[], object]


class Extension(Protocol):
    """What `extensions=` of @cuda.jit holds: something that turns an argument into another."""

    def prepare_args(
        self, ty: Any, val: Any, *, stream: object, retr: list[CopyBack]
    ) -> tuple[Any, Any]:
        """Type and value to go on with; `retr` takes what is to be called after the launch."""
        ...


@dataclass(frozen=True, slots=True)
class KernelArguments:
    """A kernel's arguments by parameter.

    `fresh` has the flags of arrays in which some elements were never written, `copies` the host
    arrays that were copied for the launch, with the copies, `memories` those of device arrays,
    which are `on_device`; items of a tuple t are named t[0], t[1], ... `hinted` are the host arrays
    that Numba copies for the launch, with the hints which way.
    """

    by_name: dict[str, Any] = field(default_factory=dict)
    copies: dict[str, tuple[NDArray[Any], NDArray[Any]]] = field(default_factory=dict)
    fresh: dict[str, NDArray[np.bool_]] = field(default_factory=dict)
    memories: dict[str, HostMemory] = field(default_factory=dict)
    on_device: dict[str, NDArray[Any]] = field(default_factory=dict)
    afterwards: list[CopyBack] = field(default_factory=list)
    host_arrays: list[NDArray[Any]] = field(default_factory=list)
    hinted: list[ArgHint] = field(default_factory=list)

    def copy_back(self, written: Iterable[str]) -> None:
        """After the launch: the copies go back to the host, one parameter after the other.

        Raises RequestRefused where a kernel wrote into a read-only array.
        """
        for name in self.copies.keys() & set(written):
            if not self.copies[name][0].flags.writeable:
                template = "The kernel writes into {name}, which is read-only: pass a copy of it."
                raise RequestRefused(Message("argument.read-only", template, {"name": name}))
        for host, copy in self.copies.values():
            if host.flags.writeable:
                np.copyto(host, copy)
        for call in self.afterwards:
            call()


def bind_arguments(
    kernel: str,
    names: Sequence[str],
    signatures: Sequence[Signature],
    extensions: Sequence[Extension],
    arguments: Sequence[Any],
    outside: Mapping[str, Any],
) -> KernelArguments:
    """The arguments by parameter name. Raises RequestRefused for a wrong number or type of them.

    Behind them come the device arrays that the kernel knows from `outside`.
    """
    if len(names) != len(arguments):
        raise _wrong_count(kernel, names, len(arguments))
    bound = KernelArguments()
    given = [_extended(argument, extensions, bound.afterwards) for argument in arguments]
    if signatures:
        plain = [_plain(argument) for argument in given]
        converted = convert_arguments(signatures, names, plain)
        given = [_kept(*pair) for pair in zip(given, converted, strict=True)]
    bound.host_arrays.extend(array for argument in given for array in _host_arrays(argument))
    for name, argument in zip(names, given, strict=True):
        bound.by_name[name] = _bind(bound, name, argument)
    for name, array in outside.items():
        bound.by_name[name] = _bind(bound, name, array)
    return bound


def _extended(argument: Any, extensions: Sequence[Extension], retr: list[CopyBack]) -> Any:
    for extension in extensions:
        _, argument = extension.prepare_args(None, argument, stream=0, retr=retr)
    return argument


def _kept(given: Any, converted: Any) -> Any:
    """An array as it was given, with its hint; what the signature changes as it has it."""
    if isinstance(given, tuple) and isinstance(converted, tuple):
        return like_tuple(given, [_kept(*pair) for pair in zip(given, converted, strict=True)])
    if isinstance(converted, np.generic):
        return converted
    if not isinstance(converted, np.ndarray) or converted.dtype == _plain(given).dtype:
        return given
    if isinstance(given, DeviceArray):
        return DeviceArray(converted, given.fresh, given.memory)
    return type(given)(converted) if isinstance(given, ArgHint) else converted


def _plain(argument: Any) -> Any:
    """What a hint, a device array or an array's subclass (np.matrix, np.memmap) holds."""
    if isinstance(argument, tuple):
        return like_tuple(argument, [_plain(item) for item in argument])
    value = argument.value if isinstance(argument, ArgHint) else argument
    if is_cuda_array(value):
        return as_device_array(value).data
    return np.asarray(value) if isinstance(value, np.ndarray) else value


def _host_arrays(argument: Any) -> list[NDArray[Any]]:
    if isinstance(argument, tuple):
        return [array for item in argument for array in _host_arrays(item)]
    value = argument.value if isinstance(argument, ArgHint) else argument
    return [np.asarray(value)] if isinstance(value, np.ndarray) else []


def _bind(bound: KernelArguments, name: str, argument: Any) -> Any:
    if isinstance(argument, tuple):
        items = [_bind(bound, f"{name}[{n}]", item) for n, item in enumerate(argument)]
        return like_tuple(argument, items)
    value = argument.value if isinstance(argument, ArgHint) else argument
    if is_cuda_array(value):
        array = as_device_array(value)
        bound.memories[name], bound.on_device[name] = array.memory, array.data
        if array.fresh is not None:
            bound.fresh[name] = array.fresh
        return array.data
    if isinstance(value, np.ndarray):
        hint = argument if isinstance(argument, ArgHint) else ArgHint(value)
        return _bind_host_array(bound, name, hint)
    return value


def _bind_host_array(bound: KernelArguments, name: str, hint: ArgHint) -> NDArray[Any]:
    """The host's own memory, or a copy of it where one could tell the difference."""
    host = np.asarray(hint.value)
    bound.hinted.append(hint)
    if not hint.copies_in:
        array = undefined(np.empty_like(host))
        bound.copies[name] = host, array.data
        if array.fresh is not None:
            bound.fresh[name] = array.fresh
        return array.data
    if not hint.copies_out:
        return host.copy(order="K")
    shared = sum(np.may_share_memory(host, other) for other in bound.host_arrays) > 1
    if host.flags.writeable and not shared:
        return host
    copy = host.copy(order="K")
    bound.copies[name] = host, copy
    return copy


def check_host_arrays(kernel: str, names: Sequence[str], arguments: Sequence[Any]) -> None:
    """Raises BadValue where a launch could not copy a host array to the device as it lies.

    Numba copies as many bytes as the elements take, from the first one on.
    """
    for name, argument in zip(names, arguments, strict=False):
        if any(overreaches(array) for array in _host_arrays(argument)):
            template = (
                "{kernel} is given a host array with gaps for {name}, or one that runs backwards"
                " (a column, every second element, [::-1]). Numba cannot copy it to the GPU as it"
                " lies: pass np.ascontiguousarray(...) of it, or copy the whole array with"
                " cuda.to_device and cut it there."
            )
            raise BadValue(
                Message("argument.with-gaps", template, {"kernel": kernel, "name": name})
            )


def _wrong_count(kernel: str, names: Sequence[str], given: int) -> RequestRefused:
    template = "{kernel} takes {needed} arguments ({names}), {given} are given."
    values: Mapping[str, object] = {
        "kernel": kernel,
        "needed": len(names),
        "names": ", ".join(names),
        "given": given,
    }
    return RequestRefused(Message("launch.argument-count", template, values))
