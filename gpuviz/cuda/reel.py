"""Writes down where the arrays of a pipeline lie, and what each launch makes of those shown."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.trace.array_history import Argument, ArrayHistory, ArrayView, HostCopy, Written

if TYPE_CHECKING:
    from gpuviz.cuda.arguments import KernelArguments
    from gpuviz.trace import Trace

WRITTEN_BYTES = 64_000_000
"""Of all that launches wrote and that is kept while nobody knows yet what is copied back."""


@dataclass(eq=False, slots=True)
class Reel:
    """Told of each launch and copy of a pipeline while it runs.

    `host` are the arrays that it was called with, `shown` the names of those that are looked at.
    """

    host: Mapping[str, NDArray[Any]]
    shown: Collection[str]
    _memories: dict[int, int] = field(default_factory=dict)  # by the address of the first byte
    _held: list[NDArray[Any]] = field(default_factory=list)  # so that no address comes again
    _arguments: list[Argument] = field(default_factory=list)
    _copies: list[HostCopy] = field(default_factory=list)
    _written: list[Written] = field(default_factory=list)
    _left: int = WRITTEN_BYTES

    def launched(self, row: int, trace: Trace, bound: KernelArguments) -> None:
        """A launch has ended: what it was given, and what it wrote."""
        views = {
            name: self._view(array)
            for name in bound.memories
            if isinstance(array := bound.by_name.get(name), np.ndarray)
        }
        reading = {site.array for site in trace.sites if site.kind != "write"}
        read = {view.memory for name, view in views.items() if name in reading}
        for name, view in views.items():
            self._arguments.append(Argument(row, name, view, view.memory in read))
            writer, contents = trace.last_writer.get(name), trace.outputs.get(name)
            if writer is not None and contents is not None and contents.shape == view.shape:
                self._keep(Written(row, name, contents, writer))

    def copied(
        self, kind: Literal["h2d", "d2h"], launches: int, host: object, device: NDArray[Any]
    ) -> None:
        """A copy, if it is one of the pipeline's own arrays or of a part of one."""
        if not isinstance(host, np.ndarray) or host.size != device.size:
            return
        for name, whole in self.host.items():
            if np.may_share_memory(host, whole) and host.dtype == whole.dtype == device.dtype:
                first = _address(host) - _address(whole)
                part = ArrayView(-1, first, host.shape, host.strides)
                self._copies.append(HostCopy(kind, launches, name, part, self._view(device)))
                return

    def history(self) -> ArrayHistory:
        """All of it, without what is never copied to an array that is shown."""
        seen = {
            copy.device.memory
            for copy in self._copies
            if copy.kind == "d2h" and copy.name in self.shown
        }
        memories = {(one.launch, one.parameter): one.view.memory for one in self._arguments}
        kept = [one for one in self._written if memories[one.launch, one.parameter] in seen]
        return ArrayHistory(tuple(self._arguments), tuple(self._copies), tuple(kept))

    def _keep(self, written: Written) -> None:
        needed = written.contents.nbytes + written.writer.nbytes
        if needed <= self._left:
            self._left -= needed
            self._written.append(written)

    def _view(self, array: NDArray[Any]) -> ArrayView:
        root = array
        while isinstance(root.base, np.ndarray):
            root = root.base
        begin = _address(root)
        if begin not in self._memories:
            self._memories[begin] = len(self._memories)
            self._held.append(root)
        return ArrayView(self._memories[begin], _address(array) - begin, array.shape, array.strides)


def _address(array: NDArray[Any]) -> int:
    return int(array.__array_interface__["data"][0])
