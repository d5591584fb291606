"""Offers the kernels of scripts to numba-cuda's compiler, beside the processes that emulate them.

The process of a script writes each kernel with its types into a file once it was launched with
them; a process of its own, with the real numba.cuda, answers. Nobody waits for it but who asks for
the notes.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gpuviz.api.job import search_path
from gpuviz.device import Device
from gpuviz.engines.probe import can_be_compiled_for
from gpuviz.messages import Message
from gpuviz.own_folder import own_folder
from gpuviz.process_tree import ProcessTree, start

BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]);"
    " from gpuviz.engines.cuda_gpu.offers import main;"
    " main(sys.argv[2], tuple(json.loads(sys.argv[3])))"
)
TO_ANSWER_S = 20.0  # after a script's end; what is not answered by then is not told
POLL_S = 0.02
MOST_BYTES = 1 << 16  # of an answer
REFUSED = (
    "Numba's compiler refuses {kernel} with these arguments, which the emulator runs all the same:"
    " {words}"
)


@dataclass(frozen=True, slots=True)
class Offered:
    """A kernel that was offered, and where it stands."""

    kernel: str
    file: str
    line: int


@contextmanager
def kernel_offers(device: Device) -> Iterator[KernelOffers | None]:
    """Offers for a device, while this lasts; None where nothing can be compiled for it."""
    if not can_be_compiled_for(device):
        yield None
        return
    with own_folder() as folder:
        offers = KernelOffers(folder, device)
        try:
            yield offers
        finally:
            offers.close()


class KernelOffers:
    """The process that answers, and the folder in which it is asked."""

    def __init__(self, folder: Path, device: Device) -> None:
        self.folder = folder
        cc = json.dumps(device.compute_capability)
        command = [sys.executable, "-P", "-c", BOOT, json.dumps(search_path()), str(folder), cc]
        nowhere = subprocess.DEVNULL
        self._tree: ProcessTree = start(command, stdin=nowhere, stdout=nowhere, stderr=nowhere)

    def notes(self, seconds: float = TO_ANSWER_S) -> list[str]:
        """What is said of the kernels that were offered since the last time; waits for it."""
        until = time.monotonic() + seconds
        offers = sorted(self.folder.glob("*.offer"))
        while time.monotonic() < until and self._tree.process.poll() is None:
            if all(offer.with_suffix(".answer").exists() for offer in offers):
                break
            time.sleep(POLL_S)
        said = [note for offer in offers if (note := _note(offer)) is not None]
        for offer in offers:
            for path in (offer, offer.with_suffix(".answer"), offer.with_suffix(".about")):
                path.unlink(missing_ok=True)
        return list(dict.fromkeys(said))

    def close(self) -> None:
        """Ends the process."""
        self._tree.end()


def write_offer(folder: Path, number: int, offered: Offered, packed: bytes) -> None:
    """Offers a kernel, in the process of a script."""
    path = folder / f"{number:06}.offer"
    about = {"kernel": offered.kernel, "file": offered.file, "line": offered.line}
    path.with_suffix(".about").write_text(json.dumps(about), encoding="utf-8")
    made = path.with_suffix(".making-offer")
    made.write_bytes(packed)
    made.rename(path)


def _note(offer: Path) -> str | None:
    """What is said of one kernel; None where Numba takes it, or nothing is known."""
    try:
        answer, about = (_read(offer.with_suffix(end)) for end in (".answer", ".about"))
        if not answer.get("words"):
            return None
        line = int(answer.get("line") or about["line"])
        values = {"kernel": about["kernel"], "words": answer["words"]}
        return f"{about['file']}:{line}: {Message('note.refused-by-numba', REFUSED, values).text}"
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _read(path: Path) -> dict[str, str]:
    with open(path, encoding="utf-8", errors="replace") as file:
        found = json.loads(file.read(MOST_BYTES))
    return found if isinstance(found, dict) else {}
