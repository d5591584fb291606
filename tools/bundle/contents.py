"""What a bundle is made of, and what of it is left out: read by `packaging/gpuviz.spec`.

Scripts that are checked may import the whole standard library and NumPy, so all of both is in it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENTRY = Path(__file__).with_name("entry.py")
WHOLE = ("gpuviz", "numba", "llvmlite", "greenlet")
"""Packages of which every module but their tests is taken, as they import by name."""
NAMED = ("numpy", "numba", "llvmlite", "greenlet", "pillow", "pyqtgraph", "PySide6-Essentials")
"""Packages of which `gpuviz doctor` tells the version."""
PURE_PYTHON_FILES = ("process_tree/guard.py", "process_tree/members.py")
"""Of gpuviz: run by their path, so they have to be files."""
NOT_IN_IT = (
    *("PyInstaller", "pytest", "_pytest", "hypothesis", "coverage", "mypy", "setuptools", "cffi"),
    *("scipy", "cuda", "matplotlib", "OpenGL"),  # looked for by Numba and pyqtgraph, not needed
    *("IPython", "ipykernel", "ipywidgets", "jedi", "zmq", "nbformat", "nbclient", "anywidget"),
    "traitlets",
    *("PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets", "PySide6.QtTest"),  # pyqtgraph does without
    *("tkinter", "idlelib", "turtledemo", "lib2to3", "this", "antigravity"),
)
QT_PLUGINS = (
    *("platforms", "platforminputcontexts", "imageformats", "iconengines", "styles"),
    *("platformthemes", "xcbglintegrations"),
    *("wayland-decoration-client", "wayland-graphics-integration-client"),
    "wayland-shell-integration",
)
"""Kinds of plugins of Qt that a window of ours can use; it talks to no network and no tablet."""
LEFT_OUT = (
    *("libqgtk3", "libqeglfs", "libqlinuxfb", "libqvnc", "libqvkkhrdisplay", "libqminimal"),
    *("libQt6EglFSDeviceIntegration", "libQt6EglFsKmsSupport", "opengl32sw"),
)
"""GTK's file dialog, with all of GTK that it needs; screens without a desktop; OpenGL by the CPU:
windows here are drawn without OpenGL.
"""
OF_GTK = (
    *("libgtk-3", "libgdk-3", "libgdk_pixbuf-2", "libatk-1", "libatk-bridge-2", "libatspi"),
    *("libcairo", "libcairo-gobject", "libpango-1", "libpangocairo-1", "libpangoft2-1"),
    *("libepoxy", "libpixman-1", "libthai", "libdatrie", "libfribidi", "libgio-2"),
)
LANGUAGES = ("zh_CN",)
"""Of Qt's own texts (on buttons of dialogs): English needs none."""
STRIPPED = ("_internal/llvmlite/binding/libllvmlite.so", "_internal/libpython3.*.so*")
"""What loses its symbols, on Linux: 37 MB. Libraries that a wheel has patched (`numpy.libs`) break
when they are stripped: "ELF load command address/offset not page-aligned".
"""
FFMPEG = "imageio_ffmpeg"
"""Brings a program for MP4 that is larger than Qt; without it, one that is installed is used."""

Entry = tuple[str, str, str]
"""A row of PyInstaller's tables: its name in the bundle, the file, and its kind."""


def data(root: Path = ROOT) -> list[tuple[str, str]]:
    """Files and folders, and the folder of the bundle that they come into."""
    return [
        *((str(root / name), f"gpuviz/{name}") for name in ("kernels", "assets")),
        (str(root / "gpuviz" / "web" / "static"), "gpuviz/web/static"),
        *(
            (str(root / "gpuviz" / name), f"gpuviz/{Path(name).parent.as_posix()}")
            for name in PURE_PYTHON_FILES
        ),
    ]


def hidden_imports(submodules: Callable[[str], Iterable[str]]) -> list[str]:
    """Modules that are imported by their name only; `submodules` lists those of a package."""
    own = (name for package in WHOLE for name in submodules(package) if not is_test(name))
    return [*own, *standard_library(), FFMPEG]


def standard_library() -> list[str]:
    """Modules that a script may import; those with an underscore come with the others."""
    return sorted(
        name
        for name in sys.stdlib_module_names
        if not name.startswith("_") and name not in NOT_IN_IT
    )


def is_test(module: str) -> bool:
    """Whether a module belongs to the tests of its package."""
    return "tests" in module.split(".")


def kept(entries: Iterable[Entry], films: bool) -> list[Entry]:
    """What stays of the files that PyInstaller has found; `films`: with the program for MP4."""
    return [entry for entry in entries if _is_needed(entry[0].replace("\\", "/"), films)]


def _is_needed(name: str, films: bool) -> bool:
    parts = Path(name).parts
    if FFMPEG in parts and "binaries" in parts and "ffmpeg" in parts[-1]:
        return films
    if "plugins" in parts and "PySide6" in parts:
        return parts[parts.index("plugins") + 1] in QT_PLUGINS and not _begins(parts[-1], LEFT_OUT)
    if "translations" in parts and "PySide6" in parts:
        return Path(name).stem in {f"qtbase_{language}" for language in LANGUAGES}
    return not _begins(parts[-1], (*LEFT_OUT, *OF_GTK))


def _begins(name: str, beginnings: Sequence[str]) -> bool:
    return name.partition(".")[0] in beginnings or name.startswith(("libqeglfs", "libqminimal"))
