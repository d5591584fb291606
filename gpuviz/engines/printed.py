"""What a kernel or a script printed, as a note beside its result."""

from __future__ import annotations

from gpuviz.messages import Message

MOST_LINES = 20  # that are shown
LONGEST_LINE = 400  # letters
PRINTED = "script.printed"
"""The code of the note of what a script printed, which has its `lines`."""


class PrintedLines:
    """Counts the lines that are printed and keeps the first of them."""

    def __init__(self) -> None:
        self.count = 0
        self.first: list[str] = []

    def add(self, line: str) -> None:
        """Takes a line."""
        self.count += 1
        if len(self.first) < MOST_LINES:
            self.first.append(line[:LONGEST_LINE])

    def messages(self) -> tuple[Message, ...]:
        """One note of what a kernel printed, none where nothing was."""
        if not self.count:
            return ()
        values = {"count": self.count, "lines": "; ".join(self.first)}
        template = "Lines printed by the kernel: {count}. They are: {lines}"
        if self.count > len(self.first):
            template = "Lines printed by the kernel: {count}. They begin: {lines}; ..."
        return (Message("kernel.printed", template, values),)
