"""The command line: one module for each command, declared in `commands`, run by `command_line`."""

from typing import TYPE_CHECKING

from gpuviz.lazily import lazily

if TYPE_CHECKING:
    from gpuviz.cli.command_line import main

__all__ = ["main"]

__getattr__ = lazily(__name__, {"command_line": ("main",)})
