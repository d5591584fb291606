"""A handout as one asks for it, and the process that makes it: it opens a window that nobody sees.

The process prints a line a step, `3 6` once three of six are there. What it cannot do it says in
one line that begins with a `!`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass

from gpuviz import process_tree
from gpuviz.messages import Message, RequestRefused

MODULE = "gpuviz.ui.handout"
REFUSAL = "!"
SCALE = "1.5"  # pixels of a picture for each of its window: it is read at 150 to the inch


@dataclass(frozen=True, slots=True)
class HandoutChoice:
    """A lesson's file, the language of what is around its words, and what is to be written."""

    lesson: str
    language: str  # "en" or "zh_CN"
    pdf: str | None = None
    markdown: str | None = None  # a folder
    with_key: bool = False
    trusts_code: bool = False  # kernels of its author, which run Python code of their own

    def to_json(self) -> str:
        """For the command line of the process."""
        return json.dumps(asdict(self))


class HandoutProcess:
    """The process; `follow` waits for its end, `end` ends it before."""

    def __init__(self, choice: HandoutChoice) -> None:
        environment = os.environ | {
            "QT_QPA_PLATFORM": "offscreen",
            "QT_SCALE_FACTOR": SCALE,
            "PYTHONIOENCODING": "utf-8",
        }
        self._tree = process_tree.start(
            [sys.executable, "-P", "-m", MODULE, choice.to_json()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # a pipe that nobody reads would fill
            env=environment,
        )

    def follow(self, told: Callable[[int, int], object]) -> None:
        """Waits; `told` hears how many steps of how many are there.

        Raises RequestRefused for what cannot be made.
        """
        process = self._tree.process
        assert process.stdout is not None
        refusal = ""
        with process.stdout as lines:
            for line in lines:
                words = line.decode("utf-8", "replace").strip()
                if words.startswith(REFUSAL):
                    refusal = words.removeprefix(REFUSAL).strip()
                elif words:
                    done, _, count = words.partition(" ")
                    told(int(done), int(count))
        code = self._tree.end()
        if refusal:
            template = "The handout could not be made: {reason}"
            raise RequestRefused(Message("handout.failed", template, {"reason": refusal}))
        if code:
            template = "The handout could not be made: its process ended with code {code}."
            raise RequestRefused(Message("handout.failed", template, {"code": code}))

    def end(self) -> None:
        """At once, with all that it started."""
        self._tree.end()
