"""Where kernels/ and assets/ are: beside the package in a checkout, inside it when installed; and
where is kept what can be made again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def resource_dir(name: str) -> Path:
    """The folder `kernels` or `assets`; a checkout's comes before an installed copy.

    Raises FileNotFoundError when neither is there.
    """
    checkout = PACKAGE.parent
    if (checkout / "pyproject.toml").is_file() and (checkout / name).is_dir():
        return checkout / name
    if (PACKAGE / name).is_dir():
        return PACKAGE / name
    raise FileNotFoundError(f"gpuviz was installed without its folder {name!r}: install it again")


def cache_dir(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder of gpuviz where the system keeps what can be made again; it need not be there.

    https://specifications.freedesktop.org/basedir-spec on Linux, Apple's "File System Programming
    Guide" on macOS, FOLDERID_LocalAppData on Windows. Raises RuntimeError where nobody has a home.
    """
    if sys.platform == "win32":
        local = environ.get("LOCALAPPDATA", "")
        return (Path(local) if local else Path.home() / "AppData" / "Local") / "gpuviz" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "gpuviz"
    named = environ.get("XDG_CACHE_HOME", "")  # a path that is not absolute is to be passed over
    return (Path(named) if os.path.isabs(named) else Path.home() / ".cache") / "gpuviz"
