"""Shows what a GPU does with a kernel: every block, warp, lane and memory access of it.

For scripts, notebooks and graders there are `gpuviz.recording()`, `gpuviz.show(trace)` and
`gpuviz.check(script)`, for CUDA C `gpuviz.kernels_in(file)` (gpuviz.api).
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # typing itself takes longer to import than all the rest here
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`recording`, `show` and the like load the emulator only when they are asked for."""
    if name in ("Report", "check", "kernels_in", "recording", "show"):
        return getattr(importlib.import_module("gpuviz.api"), name)
    raise AttributeError(f"module 'gpuviz' has no attribute '{name}'")


def load_ipython_extension(shell: Any) -> None:
    """For `%load_ext gpuviz` in a notebook: brings `%%gpuviz`."""
    importlib.import_module("gpuviz.notebook.magic").load_ipython_extension(shell)
