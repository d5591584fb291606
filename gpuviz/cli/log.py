"""The log file: tracebacks go there and never to a user."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path


class _LogFile(logging.FileHandler):
    """Appends to a file that exists only once something was logged."""

    def emit(self, record: logging.LogRecord) -> None:
        """Writes one record."""
        try:
            Path(self.baseFilename).parent.mkdir(parents=True, exist_ok=True)
            super().emit(record)
        except OSError:
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:
        """A log that cannot be written is done without: stderr is for sentences only."""


@contextmanager
def log_file() -> Iterator[Path]:
    """Meanwhile, what gpuviz logs from warnings on goes to the log file, whose path it gives."""
    path = log_path(sys.platform, os.environ, Path.home())
    handler = _LogFile(path, encoding="utf-8", delay=True)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
    logger = logging.getLogger("gpuviz")
    logger.addHandler(handler)
    try:
        yield path
    finally:
        logger.removeHandler(handler)
        handler.close()


def log_path(platform: str, environ: Mapping[str, str], home: Path) -> Path:
    """Where each system keeps logs."""
    if platform == "win32":
        return Path(environ.get("LOCALAPPDATA", home)) / "gpuviz" / "gpuviz.log"
    if platform == "darwin":
        return home / "Library" / "Logs" / "gpuviz.log"
    state = environ.get("XDG_STATE_HOME") or home / ".local" / "state"
    return Path(state) / "gpuviz" / "gpuviz.log"
