"""What pip installs for the parts of gpuviz that are optional.

The packages themselves are named and no extra of gpuviz: so the command works beside a checkout and
beside a wheel alike. `pyproject.toml` declares the same under the names of the extras.
"""

from __future__ import annotations

from typing import Literal

Extra = Literal["cluster", "cuda12", "cuda13", "video"]
PACKAGES: dict[Extra, tuple[str, ...]] = {
    "cluster": ("distributed>=2024.8",),
    "cuda12": ("numba-cuda[cu12]>=0.30", "nvidia-cuda-nvdisasm>=13"),
    "cuda13": ("numba-cuda[cu13]>=0.30", "nvidia-cuda-nvdisasm>=13"),
    "video": ("imageio[ffmpeg]>=2.35",),
}


def install_command(extra: Extra) -> str:
    """The command that brings the packages of an extra."""
    return "pip install " + " ".join(f'"{package}"' for package in PACKAGES[extra])
