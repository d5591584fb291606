"""What a script prints: passed on as it comes, and kept, both up to a limit."""

from __future__ import annotations

import codecs
import threading
from collections.abc import Callable
from typing import IO, Literal

Stream = Literal["stdout", "stderr"]
Listener = Callable[[Stream, str], None]
MOST_CHARACTERS = 1 << 22  # of a script, both streams together
CHUNK = 1 << 16  # bytes that are read at a time


def nobody_listens(stream: Stream, text: str) -> None:
    """For those who read the report only."""


class Printed:
    """Reads the streams of one process, each on a thread of its own, until they end."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._parts: list[str] = []
        self._left = MOST_CHARACTERS
        self._change = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._closed = False
        self.is_cut = False

    @property
    def text(self) -> str:
        """What came of both, in the order in which it came."""
        with self._change:
            return "".join(self._parts)

    def read(self, stream: Stream, pipe: IO[bytes]) -> None:
        """Begins to read a stream."""
        thread = threading.Thread(target=self._read, args=(stream, pipe), daemon=True)
        thread.start()
        self._threads.append(thread)

    def finish(self, seconds: float) -> None:
        """Waits for the ends; what comes so many seconds later is for nobody."""
        for thread in self._threads:
            thread.join(seconds)
        with self._change:
            self._closed = True

    def _read(self, stream: Stream, pipe: IO[bytes]) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        with pipe:
            while data := pipe.read1(CHUNK):  # type: ignore[attr-defined]
                self._take(stream, decoder.decode(data))
        self._take(stream, decoder.decode(b"", final=True))

    def _take(self, stream: Stream, text: str) -> None:
        with self._change:
            if self._closed or not text:
                return
            kept = text[: self._left]
            self._left -= len(kept)
            self.is_cut = self.is_cut or len(kept) < len(text)
            if kept:
                self._parts.append(kept)
                self._listener(stream, kept)
