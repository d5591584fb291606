"""What the user has chosen to launch, and why it may be refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from gpuviz.device import Device
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message
from gpuviz.operation import OperationInfo, launch_refusals
from gpuviz.operation.gallery import is_brought
from gpuviz.operation.inputs import Inputs, input_refusals
from gpuviz.places import resource_dir

if TYPE_CHECKING:
    from gpuviz.engines.names import EngineName, ScheduleName
    from gpuviz.engines.request import LaunchRequest, LaunchResult
    from gpuviz.trace import Trace

EMPTY_CANVAS = Message(
    "pictures.empty-canvas", "Draw something into {name}: there is nothing on the canvas yet."
)


@dataclass(frozen=True, slots=True, eq=False)
class GivenInputs:
    """Arrays that were made in the window, by parameter, instead of what `inputs` makes of them.

    Each is a choice of its own, equal to no other.
    """

    arrays: Mapping[str, NDArray[Any]]

    @property
    def empty(self) -> str | None:
        """The name of an array with nothing on it."""
        return next((name for name, array in self.arrays.items() if not array.any()), None)


@dataclass(frozen=True, slots=True)
class LaunchChoice:
    """What to launch, where. Without a `pinned_grid` the grid follows size and block."""

    operation: OperationInfo
    size: tuple[int, ...]
    block: Dim3
    pinned_grid: Dim3 | None
    engine: EngineName
    device: Device
    schedule: ScheduleName = "lockstep"
    gpu: int = 0  # of the engine cuda: which GPU of this machine
    given: GivenInputs | None = None  # to a pipeline
    inputs: Inputs = ()  # of a kernel: what is chosen of its arrays

    @property
    def grid(self) -> Dim3:
        """The pinned grid, else the smallest one whose blocks cover the size."""
        return self.pinned_grid or self.operation.grid(self.size, self.block)

    @property
    def config(self) -> LaunchConfig:
        """Grid and block together."""
        return LaunchConfig(self.grid, self.block, self.operation.shared_bytes(self.size))

    @property
    def needed_threads(self) -> tuple[int, ...]:
        """The threads that the size asks for along x, y, z, as far as the kernel counts them."""
        return self.operation.grid(self.size, Dim3(1, 1, 1))[: max(len(self.operation.threads), 1)]

    def problems(self) -> tuple[Message, ...]:
        """Why this cannot be launched; empty when it can."""
        refused = launch_refusals(self.operation, self.size, self._own_config, self.device)
        return (*refused, *self._nothing_drawn(), *input_refusals(self.operation, self.inputs))

    def _nothing_drawn(self) -> tuple[Message, ...]:
        name = None if self.given is None else self.given.empty
        return () if name is None else (replace(EMPTY_CANVAS, values={"name": name}),)

    def request(self, number: int, whole: tuple[int, ...] | None = None) -> LaunchRequest:
        """The request for a worker; `whole`: launches of a pipeline that are to be kept whole."""
        from gpuviz.engines.request import LaunchRequest

        return LaunchRequest(
            number,
            self.operation.path,
            self.size,
            self._own_config,
            self.engine,
            self.device,
            self.schedule,
            gpu=self.gpu,
            given={} if self.given is None else self.given.arrays,
            whole=whole,
            inputs=self.inputs,
            text=self.text,
        )

    @property
    def text(self) -> str | None:
        """What is to run of a file that anybody may edit; None: what stands in the file."""
        return None if is_brought(self.operation.path) else self.operation.file_text

    @property
    def _own_config(self) -> LaunchConfig | None:
        """None: the launches of a pipeline have their own."""
        return None if self.operation.is_pipeline else self.config


@dataclass(frozen=True, slots=True)
class ShownLaunch:
    """The launch of a result that is on the screen."""

    choice: LaunchChoice
    result: LaunchResult
    row: int  # of `result.launches`
    trace: Trace  # the launch, with what has become known of it since

    @property
    def of_pipeline(self) -> bool:
        """Whether a pipeline made it; then whether the result is right is known of the whole."""
        return self.choice.operation.is_pipeline


def is_gallery(operation: OperationInfo) -> bool:
    """Whether it came with gpuviz, not with somebody else's file."""
    return operation.path.parent.resolve() == resource_dir("kernels").resolve()


def runs_no_host_code(operation: OperationInfo) -> bool:
    """Whether nothing of the file is run but its kernel: CUDA C without a twin in Python."""
    return operation.c_launch is not None and operation.twin_path is None
