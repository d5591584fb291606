"""Whether a window can open here. Qt ends the process when it cannot, so it is asked before."""

from __future__ import annotations

import ctypes
import importlib.util
import re
import sys
from collections.abc import Mapping
from pathlib import Path

from gpuviz.messages import Message, RequestRefused, word

DEBIAN_PACKAGES = {  # of the libraries that Qt takes from the system
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libGLX.so.0": "libglx0",
    "libOpenGL.so.0": "libopengl0",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}
MISSING = re.compile(r"(lib[\w.+-]*\.so[\w.]*): cannot open")


def check_display(environ: Mapping[str, str]) -> None:
    """Raises RequestRefused when Qt would find no display or lack a library to draw on it."""
    if not sys.platform.startswith("linux"):
        return
    chosen = environ.get("QT_QPA_PLATFORM", "")
    if ";" in chosen or (not chosen and _has_wayland(environ)):
        return  # Qt tries one after another
    platform = chosen.partition(":")[0] or "xcb"
    if platform == "xcb" and not environ.get("DISPLAY"):
        template = (
            "There is no display to open a window on (DISPLAY and WAYLAND_DISPLAY are not set):"
            " start gpuviz in a desktop session, or set QT_QPA_PLATFORM=offscreen and use"
            " --screenshot."
        )
        raise RequestRefused(Message("desktop.no-display", template))
    _load_plugin(platform)
    if platform == "xcb":
        _connect(environ["DISPLAY"])


def missing_library(text: str) -> RequestRefused:
    """What to install, from the words of a loader that did not find a library."""
    found = MISSING.search(text)
    if found is None:
        template = "The window cannot open ({reason}): install gpuviz again, with its dependencies."
        return RequestRefused(Message("desktop.import", template, {"reason": text}))
    library = found.group(1)
    package = DEBIAN_PACKAGES.get(library)
    repair = (
        word("on Debian and Ubuntu: sudo apt install {package}", package=package)
        if package
        else word("install it")
    )
    template = "The window needs the system library {library}, which is missing: {repair}."
    values = {"library": library, "repair": repair}
    return RequestRefused(Message("desktop.library", template, values))


def _has_wayland(environ: Mapping[str, str]) -> bool:
    name, folder = environ.get("WAYLAND_DISPLAY"), environ.get("XDG_RUNTIME_DIR", "")
    return bool(name) and (Path(folder) / str(name)).exists()


def _load_plugin(name: str) -> None:
    """Loads a platform plugin of Qt, as Qt is about to do."""
    folder = _plugin_folder()
    if folder is None:  # the import that follows says what is missing
        return
    plugins = sorted(path.name[4:-3] for path in folder.glob("libq*.so"))
    if name not in plugins:
        template = "QT_QPA_PLATFORM names '{name}', which Qt does not have: use one of {known}."
        values = {"name": name, "known": ", ".join(plugins)}
        raise RequestRefused(Message("desktop.platform", template, values))
    try:
        ctypes.CDLL(str(folder / f"libq{name}.so"))
    except OSError as error:
        raise missing_library(str(error)) from None


def _plugin_folder() -> Path | None:
    spec = importlib.util.find_spec("PySide6")
    places = spec.submodule_search_locations if spec else None
    folder = Path(places[0]) / "Qt" / "plugins" / "platforms" if places else None
    return folder if folder and folder.is_dir() else None


def _connect(display: str) -> None:
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(display.encode(), None))
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    if failed:
        template = (
            "The display '{display}' cannot be reached: set DISPLAY to the one you work on,"
            " or set QT_QPA_PLATFORM=offscreen and use --screenshot."
        )
        raise RequestRefused(Message("desktop.unreachable", template, {"display": display}))
