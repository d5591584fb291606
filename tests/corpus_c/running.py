"""Runs files of CUDA C on the emulator as `gpuviz run` does, without a worker process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gpuviz.cuda.recording import Recording, open_recording
from gpuviz.device import find_device
from gpuviz.engines.c_kernel import launch_c
from gpuviz.engines.host import load_operation
from gpuviz.launch import LaunchConfig
from gpuviz.operation import describe
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Trace

FOLDER = Path(__file__).parent


def files_in(folder: str) -> list[Path]:
    """The files of a part of the corpus."""
    return sorted((FOLDER / folder).glob("*.cu"))


def ran(path: Path, seed: int = 0) -> tuple[Trace, dict[str, Any], dict[str, Any]]:
    """The launch of a file at its default size; its arguments before it and after it."""
    info = describe(path)
    arguments = load_operation(path).arguments(info.default_size, seed)
    before = {
        name: getattr(value, "copy", lambda v=value: v)() for name, value in arguments.items()
    }
    block = info.default_block
    size = info.default_size
    config = LaunchConfig(info.grid(size, block), block, info.shared_bytes(size))
    recording = Recording(find_device("t4"), ExecutionOptions(), folder=None)
    with open_recording(recording):
        launch_c(info, config, arguments)
    return recording.launches[0], before, arguments
