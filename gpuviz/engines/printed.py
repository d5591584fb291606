"""What a kernel printed, as a note beside its result."""

from __future__ import annotations

from gpuviz.messages import Message

MOST_LINES = 20  # that are shown


class PrintedLines:
    """Counts the lines that a kernel prints and keeps the first of them."""

    def __init__(self) -> None:
        self.count = 0
        self._first: list[str] = []

    def add(self, line: str) -> None:
        """Takes a line."""
        self.count += 1
        if len(self._first) < MOST_LINES:
            self._first.append(line)

    def messages(self) -> tuple[Message, ...]:
        """One note, none where nothing was printed."""
        if not self.count:
            return ()
        values = {"count": self.count, "lines": "; ".join(self._first)}
        template = "Lines printed by the kernel: {count}. They are: {lines}"
        if self.count > len(self._first):
            template = "Lines printed by the kernel: {count}. They begin: {lines}; ..."
        return (Message("kernel.printed", template, values),)
