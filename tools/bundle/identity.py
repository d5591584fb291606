"""Who gpuviz is to a desktop: the one place that all recipes in `packaging/` take it from."""

from __future__ import annotations

import tomllib
import uuid
from dataclasses import dataclass
from typing import Literal

import gpuviz
from gpuviz.cli.app import SUFFIXES
from gpuviz.ui.application import DESKTOP_ID
from tools.bundle.contents import ROOT

NAME = "gpuviz"
WINDOWED = "gpuvizw"
"""The same program without a console, on Windows."""
MACOS_APP = "gpuviz.app"
VERSION = gpuviz.__version__
ID = DESKTOP_ID
"""As AppStream and Apple name applications; the windows say it too."""
WINDOWS_ID = uuid.uuid5(uuid.NAMESPACE_DNS, ID)
"""By which an installer knows that an older version is there; it must not change."""
PUBLISHER = "gpuviz contributors"
LICENCE = "MIT"
SUMMARY = "See what a GPU does with a kernel"
SUMMARY_ZH = "看清 GPU 如何执行核函数"
CATEGORIES = ("Education", "ComputerScience", "ParallelComputing")
KEYWORDS = ("CUDA", "GPU", "Numba", "kernel", "emulator")
OLDEST_MACOS = "13.0"
"""What the wheels of Qt 6.11 run on (doc.qt.io/qt-6/macos.html)."""
OLDEST_WINDOWS = "10.0.17763"
"""Windows 10 of 2018 (doc.qt.io/qt-6/windows.html)."""


@dataclass(frozen=True, slots=True)
class FileType:
    """Files that a double click, or "Open with", hands to gpuviz.

    `role`: whether it is the program for them ("owner"), or one that can open them as well.
    """

    suffix: str
    mime: str
    name: str
    name_zh: str
    role: Literal["owner", "alternate"]
    uti: str
    """Apple's Uniform Type Identifier."""
    kind_of: str
    """The MIME type that it is a kind of; empty where Linux desktops know the type themselves."""

    @property
    def word(self) -> str:
        """The suffix without its dot."""
        return self.suffix.removeprefix(".")


KNOWN_TYPES = (
    FileType(
        ".gpuviz",
        "application/vnd.gpuviz.recording+zip",
        "gpuviz recording",
        "gpuviz 记录",
        "owner",
        f"{ID}.recording",
        "application/zip",
    ),
    FileType(
        ".cu",
        "text/x-cuda-src",
        "CUDA C source",
        "CUDA C 源代码",
        "alternate",
        "com.nvidia.cuda-source",
        "text/x-c++src",
    ),
    FileType(
        ".py",
        "text/x-python",
        "Python source",
        "Python 源代码",
        "alternate",
        "public.python-script",
        "",
    ),
)
TYPES = tuple(kind for kind in KNOWN_TYPES if kind.suffix in SUFFIXES)
"""Those that `gpuviz FILE` opens: no other is promised to a desktop."""
OWNED = tuple(kind for kind in TYPES if kind.role == "owner")


def description() -> str:
    """The sentence of pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["description"])


def values() -> dict[str, str]:
    """What stands as ${NAME} in the templates of `packaging/`."""
    return {
        "name": NAME,
        "windowed": WINDOWED,
        "app": MACOS_APP,
        "version": VERSION,
        "id": ID,
        "windows_id": str(WINDOWS_ID).upper(),
        "publisher": PUBLISHER,
        "licence": LICENCE,
        "summary": SUMMARY,
        "summary_zh": SUMMARY_ZH,
        "description": description(),
        "categories": "".join(f"{name};" for name in CATEGORIES),
        "keywords": "".join(f"{name};" for name in KEYWORDS),
        "mime_types": "".join(f"{kind.mime};" for kind in TYPES),
        "oldest_windows": OLDEST_WINDOWS,
        "oldest_macos": OLDEST_MACOS,
    }
