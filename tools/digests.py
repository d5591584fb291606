"""`python -m tools.digests (make | compare)`: do launches leave the same traces as before?

`make FILE` launches what the files of this checkout launch (the gallery, the corpora, the puzzles)
and random programs, in Python and in CUDA C, in three schedules, with loops that become machine
code and without. It writes what each left behind: of a saved trace a digest of every member, and
the words of what failed. `--checkout FOLDER` does that with the gpuviz of another checkout.
`compare BEFORE AFTER` names all that differs; its exit code is 1 where something does.

    git worktree add ../before main
    python -m tools.digests make before.jsonl --checkout ../before
    python -m tools.digests make after.jsonl
    python -m tools.digests compare before.jsonl after.jsonl
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # gpuviz is imported from the checkout that is asked for
    from gpuviz.cuda.recording import Recording
    from gpuviz.simt.execute import ExecutionOptions
    from gpuviz.trace import Trace

HERE = Path(__file__).resolve().parents[1]
FOLDERS = ("kernels", "tests/corpus", "tests/corpus_c", "assets/puzzles")
SCHEDULES = ("lockstep", "warps", "adversarial")
HOT_STEPS = {"compiled": 1 << 10, "interpreted": 0}
"""After how many steps a loop of one thread becomes machine code; 0: it never does."""
WITH_GPUVIZ = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); import gpuviz;"
    " sys.path[0] = sys.argv.pop(1); from tools.digests import make; make()"
)
Found = dict[str, object]
"""Of each launch its members with their digests, and what failed."""


def main(argv: Sequence[str] | None = None) -> int:
    """Runs it; the exit code."""
    given = sys.argv[1:] if argv is None else list(argv)
    arguments = _parser().parse_args(given)
    if arguments.command == "compare":
        return compare(read(arguments.before), read(arguments.after))
    places = [str(arguments.checkout.resolve()), str(HERE)]
    command = [sys.executable, "-P", "-c", WITH_GPUVIZ, *places, *given]
    same_names = {**os.environ, "PYTHONHASHSEED": "0"}  # of files that are texts
    return subprocess.run(command, env=same_names, check=False).returncode


def make() -> None:
    """Launches all cases with the gpuviz that is imported, and writes a line for each."""
    arguments = _parser().parse_args()
    part, of = arguments.part
    names = [name for name in cases(arguments.programs) if arguments.only in name][part::of]
    with arguments.file.open("w", encoding="utf-8") as lines:
        for name in names:
            for way, options in ways():
                lines.write(json.dumps({"case": name, "way": way, **digests(name, options)}) + "\n")
            lines.flush()


def cases(programs: int) -> Iterator[str]:
    """Files of this checkout by their paths in it, and random programs by their seeds."""
    for folder in FOLDERS:
        for path in sorted((HERE / folder).rglob("*")):
            if path.suffix in (".py", ".cu") and not path.name.startswith(("__", "test_")):
                yield path.relative_to(HERE).as_posix()
    for seed in range(programs):
        yield f"{seed} in Python"
        yield f"{seed} in C"


def ways() -> Iterator[tuple[str, ExecutionOptions]]:
    """All ways to launch, by name."""
    from gpuviz.simt.execute import ExecutionOptions

    for schedule in SCHEDULES:
        for name, steps in HOT_STEPS.items():
            options = ExecutionOptions(schedule=schedule, seed=1, follow=(0,), hot_steps=steps)
            yield f"{schedule}, {name}", options


def digests(name: str, options: ExecutionOptions) -> Found:
    """What the launches of a case leave behind."""
    path = HERE / name
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        traces, end = _file(path, options) if path.is_file() else _program(name, options)
    end["printed"] = hashlib.sha256(printed.getvalue().encode()).hexdigest()
    return {"launches": [members(trace) for trace in traces], "end": end}


def members(trace: Trace) -> Mapping[str, str]:
    """The digest of each member of the saved trace, but for the time that it took."""
    from gpuviz.trace.file import save_trace

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "launch.gpuviz"
        save_trace(replace(trace, times=None), path)
        with zipfile.ZipFile(path) as file:
            names = sorted(file.namelist())
            return {name: hashlib.sha256(file.read(name)).hexdigest()[:16] for name in names}


def _file(path: Path, options: ExecutionOptions) -> tuple[list[Trace], dict[str, Any]]:
    """What the launches of a file leave, as `gpuviz check` launches them, and how it ended."""
    from gpuviz.api.job import ScriptJob
    from gpuviz.api.script_process import ScriptProcess
    from gpuviz.device import find_device

    listener = _Listener(options)
    job = ScriptJob(str(path), str(path), find_device("t4"))
    process = ScriptProcess(job, path.parent, listener, listener)
    process.run()
    told = {key: process.end.get(key) for key in ("failures", "notes", "correct")}
    return [trace for recording in listener.recordings for trace in recording.launches], told


class _Listener:
    """Who hears of a file's launches, and is told its events."""

    is_of_script = True

    def __init__(self, options: ExecutionOptions) -> None:
        self._options = options
        self.recordings: list[Recording] = []

    def write(self, kind: str, **values: object) -> None:
        """Nothing: what is asked for stands in the traces."""

    def recording(self) -> Recording:
        """A recording that keeps all."""
        from gpuviz.cuda.recording import Recording
        from gpuviz.device import find_device

        self.recordings.append(Recording(find_device("t4"), self._options))
        return self.recordings[-1]

    def now_listed_twice(self) -> None:
        """Launches are kept each time."""


def _program(name: str, options: ExecutionOptions) -> tuple[list[Trace], dict[str, Any]]:
    """The trace of a random program, or the words of its refusal."""
    from gpuviz.messages import GpuvizError

    seed, _, language = name.partition(" in ")
    run = _in_c if language == "C" else _in_python
    try:
        return [run(int(seed), options)], {}
    except GpuvizError as error:
        return [], {"refused": str(error)}


def _in_python(seed: int, options: ExecutionOptions) -> Trace:
    from gpuviz import cuda
    from gpuviz.launch import Dim3, LaunchConfig
    from gpuviz.simt.capture import capture_kernel
    from gpuviz.simt.execute import execute
    from tools.differences.oracles import compiled_text
    from tools.differences.programs import THREADS, program

    made = program(seed)
    kernel = capture_kernel(compiled_text(made.text, cuda))
    return execute(kernel, LaunchConfig(Dim3(1), Dim3(THREADS)), made.arguments, options).trace


def _in_c(seed: int, options: ExecutionOptions) -> Trace:
    from tests.simt.c_front.random_programs import launched_program

    return launched_program(seed, options).trace


def compare(before: Mapping[str, Found], after: Mapping[str, Found]) -> int:
    """Prints what differs, and how much is equal; 1 where something differs."""
    differing = 0
    for name in [*before, *(name for name in after if name not in before)]:
        told = list(_difference(before.get(name), after.get(name)))
        differing += bool(told)
        for line in told:
            print(f"{name}: {line}")
    launches = sum(len(_launches(found)) for found in after.values())
    print(f"{len(after)} runs, {launches} launches; {differing} differ")
    return int(differing > 0)


def _difference(before: Found | None, after: Found | None) -> Iterator[str]:
    if before is None or after is None:
        yield "only after" if before is None else "only before"
        return
    was, now = _launches(before), _launches(after)
    if len(was) != len(now):
        yield f"{len(was)} launches, then {len(now)}"
    for row, (one, other) in enumerate(zip(was, now, strict=False)):
        names = [name for name in {**one, **other} if one.get(name) != other.get(name)]
        if names:
            yield f"launch {row}: {', '.join(names)}"
    if before["end"] != after["end"]:
        yield f"ended with {before['end']}, then {after['end']}"


def _launches(found: Found) -> Sequence[Mapping[str, str]]:
    launches = found["launches"]
    assert isinstance(launches, list)
    return launches


def read(path: Path) -> dict[str, Found]:
    """What `make` wrote, by case and way."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return {f"{row.pop('case')}, {row.pop('way')}": row for row in rows}


def _part(text: str) -> tuple[int, int]:
    part, _, of = text.partition("/")
    return int(part), int(of)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m tools.digests", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make")
    make.add_argument("file", type=Path)
    make.add_argument("--checkout", type=Path, default=HERE, metavar="FOLDER")
    make.add_argument("--programs", type=int, default=200, metavar="N", help="of each language")
    make.add_argument("--only", default="", metavar="WORD", help="cases with this in their name")
    make.add_argument("--part", type=_part, default=(0, 1), metavar="I/N", help="each N-th from I")
    with_two = commands.add_parser("compare")
    with_two.add_argument("before", type=Path)
    with_two.add_argument("after", type=Path)
    return parser


if __name__ == "__main__":
    sys.exit(main())
