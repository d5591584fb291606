"""The arguments of one launch on the GPU, and how they get there and back."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import cuda
from numpy.typing import NDArray

from gpuviz.engines.chosen_inputs import memory_of, part_of
from gpuviz.messages import Message, RequestRefused

MOST_PINNED_BYTES = 1 << 30  # the host cannot use page-locked memory for anything else
L2_TIMES = 2  # data of twice its size, read and written, leave nothing of what was in it


@dataclass(frozen=True, slots=True)
class DeviceArguments:
    """A kernel's arguments in its order, with the arrays on the GPU and their host sides.

    `arrays` are all arrays as they are before the launch; `copied_in` are inputs, also outputs that
    hold something before the launch; `copied_out` are outputs. `fresh` keeps, on the GPU, what an
    output that is an input too held at first. Of an array with gaps all these have the memory that
    it lies in, as `memory` has on the GPU: Numba copies no others. `alike` are the arrays in them.
    """

    stream: Any
    values: Mapping[str, Any]
    memory: Mapping[str, Any]
    alike: Mapping[str, NDArray[Any]]
    arrays: Mapping[str, NDArray[Any]]
    copied_in: Mapping[str, NDArray[Any]]
    copied_out: Mapping[str, NDArray[Any]]
    fresh: Mapping[str, Any]

    def copy_in(self) -> None:
        """Queues the copies to the GPU."""
        for name, array in self.copied_in.items():
            self.memory[name].copy_to_device(array, stream=self.stream)

    def copy_out(self) -> None:
        """Queues the copies to the host."""
        for name, array in self.copied_out.items():
            self.memory[name].copy_to_host(array, stream=self.stream)

    def pinned(self) -> DeviceArguments | None:
        """The same with page-locked host arrays; None where that is too much of the host's memory.

        Copies from and to them go faster: the GPU fetches them by itself.
        """
        sides = self.copied_in, self.copied_out
        if sum(array.nbytes for side in sides for array in side.values()) > MOST_PINNED_BYTES:
            return None
        copied_in, copied_out = ({n: _pinned(a) for n, a in side.items()} for side in sides)
        return dataclasses.replace(self, copied_in=copied_in, copied_out=copied_out)

    def reset(self) -> None:
        """Queues copies that make every array as it was before the first launch."""
        for name, array in self.arrays.items():
            self.memory[name].copy_to_device(array, stream=self.stream)

    def restore(self) -> None:
        """Queues copies, on the GPU, that undo what a launch did to its inputs."""
        for name, array in self.fresh.items():
            self.memory[name].copy_to_device(array, stream=self.stream)

    def fetch(self) -> dict[str, NDArray[Any]]:
        """The outputs as they are after all that was queued, as new arrays."""
        self.copy_out()
        self.stream.synchronize()
        return {
            name: part_of(array.copy(order="K"), self.alike[name])
            for name, array in self.copied_out.items()
        }


def device_arguments(
    arguments: Mapping[str, object], outputs: Iterable[str], stream: Any
) -> DeviceArguments:
    """Copies all arrays to the GPU. Raises RequestRefused when it has not enough memory.

    Arrays of earlier launches give their memory back first.
    """
    free_memory()
    alike = {name: value for name, value in arguments.items() if isinstance(value, np.ndarray)}
    arrays = {name: memory_of(array) for name, array in alike.items()}
    changed = {name: arrays[name] for name in outputs}
    also_inputs = {name: array for name, array in changed.items() if array.any()}
    _check_memory(sum(array.nbytes for array in (*arrays.values(), *also_inputs.values())))
    on_gpu = {name: cuda.to_device(array, stream=stream) for name, array in arrays.items()}
    return DeviceArguments(
        stream=stream,
        values={
            name: part_of(on_gpu[name], alike[name]) if name in on_gpu else value
            for name, value in arguments.items()
        },
        memory=on_gpu,
        alike=alike,
        arrays=arrays,
        copied_in={
            name: array
            for name, array in arrays.items()
            if name not in changed or name in also_inputs
        },
        copied_out={name: np.empty_like(array) for name, array in changed.items()},
        fresh={name: cuda.to_device(array, stream=stream) for name, array in also_inputs.items()},
    )


def free_memory() -> None:
    """Gives back at once what nobody uses any more: Numba waits until there is more of it."""
    context = cuda.current_context()
    for pending in (context.memory_manager.deallocations, context.deallocations):
        pending.clear()


def l2_flush(l2_bytes: int, stream: Any) -> Callable[[], None] | None:
    """Queues a copy that leaves nothing else in an L2 cache; None without memory for it."""
    size = L2_TIMES * l2_bytes
    if 2 * size > cuda.current_context().get_memory_info()[0]:
        return None
    source, target = (cuda.device_array(size, np.uint8, stream=stream) for _ in range(2))
    return lambda: target.copy_to_device(source, stream=stream)


def _pinned(array: NDArray[Any]) -> NDArray[Any]:
    copy: NDArray[Any] = cuda.pinned_array_like(array)
    copy[...] = array
    return copy


def _check_memory(needed: int) -> None:
    free = cuda.current_context().get_memory_info()[0]
    if needed > free:
        template = (
            "The arrays of this launch need {needed} MB, but only {free} MB of the GPU's memory"
            " are free: choose a smaller size."
        )
        values = {"needed": needed // 10**6, "free": free // 10**6}
        raise RequestRefused(Message("cuda.memory", template, values))
