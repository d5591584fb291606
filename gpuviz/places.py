"""Where kernels/ and assets/ are: beside the package in a checkout, inside it when installed."""

from __future__ import annotations

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
