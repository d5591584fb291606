"""What pip installs for the parts of gpuviz that are optional.

The packages themselves are named and no extra of gpuviz: so the command works beside a checkout and
beside a wheel alike. `pyproject.toml` declares the same under the names of the extras.
"""

from __future__ import annotations

import sys
from typing import Literal

Extra = Literal["cluster", "cuda12", "cuda13", "notebook", "video"]
PACKAGES: dict[Extra, tuple[str, ...]] = {
    "cluster": ("distributed>=2024.8",),
    "cuda12": ("numba-cuda[cu12]>=0.30", "nvidia-cuda-nvdisasm>=13", "numpy<2.5"),
    "cuda13": ("numba-cuda[cu13]>=0.30", "nvidia-cuda-nvdisasm>=13", "numpy<2.5"),
    "notebook": ("anywidget>=0.9",),
    "video": ("imageio[ffmpeg]>=2.35",),
}


def is_bundle() -> bool:
    """Whether this is the program that needs no Python (`tools.bundle`): it takes no packages."""
    return bool(getattr(sys, "frozen", False))


def install_command(extra: Extra) -> str:
    """The command that brings the packages of an extra; in a bundle, gpuviz for Python too."""
    if is_bundle():
        return f'pip install "gpuviz[{extra}]"'
    return "pip install " + " ".join(f'"{package}"' for package in PACKAGES[extra])
