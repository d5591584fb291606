"""From what a script passes to a kernel to what the emulator runs on, and back.

A device array is passed as it is. A host array is copied to the device and back by Numba, which the
emulator spares, except where it could be seen: the same memory passed twice, or a read-only array.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gpuviz.cuda.arrays import DeviceArray
from gpuviz.cuda.signature import Signature, convert_arguments
from gpuviz.messages import Message, RequestRefused


@dataclass(frozen=True, slots=True)
class BoundArguments:
    """A kernel's arguments by parameter; `copies` are the host arrays that were copied for it.

    `fresh` has the flags of device arrays in which some elements were never written.
    """

    by_name: dict[str, Any]
    copies: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    fresh: Mapping[str, NDArray[np.bool_]] = field(default_factory=dict)

    def copy_back(self, written: Iterable[str]) -> None:
        """After the launch: the copies go back to the host, one parameter after the other.

        Raises RequestRefused where a kernel wrote into a read-only array.
        """
        for name in self.copies.keys() & set(written):
            if not self.copies[name].flags.writeable:
                template = "The kernel writes into {name}, which is read-only: pass a copy of it."
                raise RequestRefused(Message("argument.read-only", template, {"name": name}))
        for name, host in self.copies.items():
            if host.flags.writeable:
                np.copyto(host, self.by_name[name])


def bind_arguments(
    kernel: str, names: Sequence[str], signature: Signature | None, arguments: Sequence[Any]
) -> BoundArguments:
    """The arguments by parameter name. Raises RequestRefused for a wrong number or type of them."""
    if len(names) != len(arguments):
        raise _wrong_count(kernel, names, len(arguments))
    given = [a.data if isinstance(a, DeviceArray) else _plain(a) for a in arguments]
    if signature is not None:
        given = convert_arguments(signature, names, given)
    hosts = {
        name: value
        for name, value, argument in zip(names, given, arguments, strict=True)
        if isinstance(argument, np.ndarray)
    }
    copies = {name: host for name, host in hosts.items() if _needs_a_copy(name, hosts)}
    by_name = {
        name: value.copy(order="K") if name in copies else value
        for name, value in zip(names, given, strict=True)
    }
    fresh = {
        name: argument.fresh
        for name, argument in zip(names, arguments, strict=True)
        if isinstance(argument, DeviceArray) and argument.fresh is not None
    }
    return BoundArguments(by_name, copies, fresh)


def _plain(argument: Any) -> Any:
    """An array without its subclass (np.matrix, np.memmap): the same memory."""
    return np.asarray(argument) if isinstance(argument, np.ndarray) else argument


def _needs_a_copy(name: str, hosts: Mapping[str, NDArray[Any]]) -> bool:
    host = hosts[name]
    others = (array for other, array in hosts.items() if other != name)
    return not host.flags.writeable or any(np.may_share_memory(host, a) for a in others)


def _wrong_count(kernel: str, names: Sequence[str], given: int) -> RequestRefused:
    template = "{kernel} takes {needed} arguments ({names}), {given} are given."
    values = {"kernel": kernel, "needed": len(names), "names": ", ".join(names), "given": given}
    return RequestRefused(Message("launch.argument-count", template, values))
