"""A kind of inputs of which some do what nothing of gpuviz may do."""

from __future__ import annotations

import os
import random
import threading
from pathlib import Path


def make(chance: random.Random) -> bytes:
    return chance.choice([b"good", b"raises", b"dies", b"hangs"])


def judge(data: bytes, folder: Path, *, closely: bool) -> str:
    match data:
        case b"raises":
            return str(1 / 0)
        case b"dies":
            os._exit(77)
        case b"hangs":
            threading.Event().wait()
    return data.decode()
