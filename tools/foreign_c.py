"""Opens CUDA C of others, as it was found: what runs, what is refused, and with which words.

    python -m tools.foreign_c FOLDER            # runs what tests/corpus_c/foreign.toml lists
    python -m tools.foreign_c FOLDER --all      # runs every .cu file of the folder, and prints rows

FOLDER holds a folder for each repository, OWNER+NAME, with its files at their own paths. None of
them is part of gpuviz: the table says where each comes from, at which commit, and with which
licence.
Each kernel that the host code launches is run on the emulator, in a process of its own.
"""

from __future__ import annotations

import argparse
import hashlib
import multiprocessing
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TABLE = Path(__file__).parents[1] / "tests" / "corpus_c" / "foreign.toml"
SECONDS = 300.0  # for each file


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a kernel: "runs", "hazard", "refused", "failed" or "too long"; and words."""

    kernel: str
    what: str
    words: str = ""


def outcomes(path: Path, sizes: Sequence[int] = ()) -> list[Outcome]:
    """Of each kernel that a file launches; of the file alone where it cannot be read.

    `sizes` stand for those of the program where these take an emulator too long.
    """
    from gpuviz.messages import GpuvizError
    from gpuviz.operation import describe
    from gpuviz.operation.c_reader import other_kernels

    try:
        info = describe(path)
    except GpuvizError as error:
        return [Outcome("", "refused", str(error))]
    return [_outcome(one, sizes) for one in (info, *other_kernels(info)[0])]


def _outcome(info: Any, sizes: Sequence[int]) -> Outcome:
    from gpuviz.cuda.recording import Recording, open_recording
    from gpuviz.device import find_device
    from gpuviz.engines.c_kernel import launch_c, module_of
    from gpuviz.engines.host import LoadedOperation
    from gpuviz.launch import LaunchConfig
    from gpuviz.messages import GpuvizError, NotSupportedError, RequestRefused
    from gpuviz.simt.execute import ExecutionOptions

    try:
        module, beside = module_of(info)
        loaded = LoadedOperation(info, module, beside)
        size = tuple(sizes) or info.default_size
        arguments = loaded.arguments(size, 0)
        config = LaunchConfig(
            info.grid(size, info.default_block), info.default_block, info.shared_bytes(size)
        )
        options = ExecutionOptions(print_line=lambda line: None, record=False)
        recording = Recording(find_device("t4"), options, folder=None)
        with open_recording(recording):
            launch_c(info, config, arguments)
    except (RequestRefused, NotSupportedError) as error:
        return Outcome(info.kernel, "refused", str(error))
    except GpuvizError as error:
        return Outcome(info.kernel, "failed", str(error))
    trace = recording.launches[0]
    if trace.failure is not None:
        return Outcome(info.kernel, "failed", trace.failure.text)
    if trace.hazards:
        kinds = sorted({f"{hazard.kind} in line {hazard.line}" for hazard in trace.hazards})
        return Outcome(info.kernel, "hazard", ", ".join(kinds))
    return Outcome(info.kernel, "runs")


def _send(path: Path, sizes: Sequence[int], pipe: Any) -> None:
    try:
        pipe.send(outcomes(path, sizes))
    except BaseException as error:  # what no caller of gpuviz may see
        pipe.send([Outcome("", "traceback", f"{type(error).__name__}: {error}")])


def within(path: Path, seconds: float = SECONDS, sizes: Sequence[int] = ()) -> list[Outcome]:
    """The same, given up after some seconds."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("fork").Process(target=_send, args=(path, sizes, there))
    process.start()
    found = [Outcome("", "too long")]
    if here.poll(seconds):
        found = here.recv()
    process.kill()
    process.join()
    return found


def listed() -> list[dict[str, Any]]:
    """The rows of the table."""
    with TABLE.open("rb") as file:
        rows: list[dict[str, Any]] = tomllib.load(file)["program"]
    return rows


def differences(folder: Path, seconds: float = SECONDS) -> Iterator[str]:
    """What is other than the table says; a file that is missing or changed is told, too."""
    for row in listed():
        path = folder / row["repository"].replace("/", "+") / row["path"]
        if not path.is_file():
            yield f"{path}: not there"
            continue
        if hashlib.sha256(path.read_bytes()).hexdigest()[:16] != row["sha256"]:
            yield f"{path}: another version"
            continue
        got = _asked(path, row, seconds)
        found = {one.kernel or "-": one.what for one in got}
        said = dict(part.rsplit(": ", 1) for part in row["kernels"])
        if found != said:
            yield f"{path}: {found}, and the table says {said}"


def _asked(path: Path, row: dict[str, Any], seconds: float) -> list[Outcome]:
    """The outcomes for the sizes and arguments of a row."""
    if "arguments" not in row:
        return within(path, seconds, row.get("sizes", ()))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        text = path.read_text(encoding="utf-8", errors="replace")
        copy.write_text(f"{text}\n// gpuviz: arguments = {row['arguments']}\n", encoding="utf-8")
        return within(copy, seconds)


def main() -> int:
    """What is other than the table says, or rows for all files."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    options = parser.parse_args()
    if not options.all:
        told = list(differences(options.folder, options.seconds))
        print("\n".join(told) or f"{len(listed())} programs: as the table says")
        return int(bool(told))
    for path in sorted(options.folder.rglob("*.cu")):
        print(path.relative_to(options.folder))
        for one in within(path, options.seconds):
            print(f"    {one.kernel or '-'}: {one.what} {one.words}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
