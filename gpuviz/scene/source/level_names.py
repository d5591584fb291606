"""The levels of a kernel as they are called: what the first picture needs of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from gpuviz.messages import EnglishText

LevelName = Literal["python", "cuda", "ptx", "sass"]
LevelOf = Literal["python", "cuda"]
"""As `engines/source_levels.py` has them, which the first picture does not need."""

LEVELS: tuple[LevelName, ...] = ("python", "cuda", "ptx", "sass")
COMPILED: tuple[LevelName, ...] = ("ptx", "sass")

TITLES: Mapping[LevelName, str] = {
    "python": "Python",
    "cuda": "CUDA C",
    "ptx": "PTX",
    "sass": "SASS",
}
"""Names, the same in every language."""

TIPS: Mapping[LevelName, EnglishText] = {
    "python": "The kernel in Python, as Numba compiles it.",
    "cuda": "The same kernel in CUDA C, with the host code that launches it.",
    "ptx": "What a compiler makes of it for all GPUs: assembler of a machine that nobody builds.",
    "sass": "The machine code of the device: what its SMs execute.",
}
OF: Mapping[LevelOf, EnglishText] = {"python": "of Python", "cuda": "of CUDA C"}
OF_TIPS: Mapping[LevelOf, EnglishText] = {
    "python": "What Numba's compiler makes of the kernel in Python.",
    "cuda": "What NVIDIA's compiler (NVRTC) makes of the kernel in CUDA C.",
}
UNITS_TIP: EnglishText = (
    "Instructions by the unit that executes them, each counted once, wherever loops lead. FP32 is"
    " the unit of multiply-adds: it also multiplies and moves whole numbers (IMAD). Uniform: once"
    " for a whole warp. Load/store: all kinds of memory."
)
