"""`python -m tools.differences (programs | table | page) [..]`: the emulator against Numba.

`programs` runs random kernels, `table` each operator and function of numbers of all types in their
corners; both compare the emulator with the PTX that numba-cuda makes of the same text, to the bit,
and with `--cpu` Numba's CPU code with that PTX, too. What is found goes into files of a folder
(`--keep`), several processes may share one (`--part 0/2`), and `page` writes docs/differences.md of
them. On a machine with a GPU, `prepare` and then `hardware` give the PTX to the GPU itself and
compare what it computes with what executing the PTX gave (hardware*.jsonl). numba-cuda has to be
installed with a compiler (`pip install "numba-cuda[cu13]"`); for the rest no GPU is needed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import warnings
from collections.abc import Sequence
from pathlib import Path

from gpuviz.engines.probe import can_compile
from tools.differences.hardware import launch_prepared, prepare
from tools.differences.page import write_page
from tools.differences.runs import outcome, run_programs, run_table

PAGE = Path(__file__).parents[2] / "docs" / "differences.md"


def main(argv: Sequence[str] | None = None) -> int:
    """Runs it and gives the exit code: 1 where a single program (`--again`) differs."""
    arguments = _parser().parse_args(argv)
    part, of = arguments.part
    if arguments.command == "page":
        if not any(arguments.keep.glob("programs*.jsonl")):
            return _refused(f"{arguments.keep} has no programs*.jsonl: run `programs` first")
        write_page(arguments.keep, PAGE)
        return 0
    if not can_compile():
        return _refused('needs a compiler for GPUs: pip install "numba-cuda[cu13]"')
    arguments.keep.mkdir(parents=True, exist_ok=True)
    warnings.simplefilter("ignore")  # Numba's, of slow code and the like
    if arguments.command == "prepare":
        file = arguments.keep / f"prepared{part}.pickle"
        print(prepare(part, of, arguments.seconds, arguments.count, file), "kernels")
        return 0
    if arguments.command == "hardware":
        print(json.dumps(launch_prepared(arguments.keep, part, of, arguments.seconds)))
        return 0
    if arguments.command == "table":
        for line in run_table(part, of, arguments.cpu, arguments.keep / f"table{part}.jsonl"):
            print(line, flush=True)
        return 0
    if arguments.again is not None:
        found = outcome(arguments.again, arguments.cpu)
        print(found)
        return int(found["state"] == "different")
    seeds = range(arguments.seed, arguments.seed + arguments.count)[part::of]
    file = arguments.keep / f"programs{part}.jsonl"
    print(dict(run_programs(seeds, arguments.cpu, file)))
    return 0


def _refused(words: str) -> int:
    print(f"python -m tools.differences: {words}", file=sys.stderr)
    return 2


def _part(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    part, of = (int(found[1]), int(found[2])) if found else (0, 0)
    if part >= of:
        raise argparse.ArgumentTypeError(f"'{text}' is no part such as 0/2 or 1/2")
    return part, of


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m tools.differences", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("command", choices=["programs", "table", "page", "prepare", "hardware"])
    parser.add_argument("--count", type=int, default=100, metavar="N", help="so many programs")
    parser.add_argument("--seed", type=int, default=0, metavar="K", help="the first one's")
    parser.add_argument("--again", type=int, metavar="K", help="the program of this seed alone")
    parser.add_argument(
        "--part", type=_part, default=(0, 1), metavar="I/N", help="each N-th from I on"
    )
    parser.add_argument("--seconds", type=float, default=600.0, help="of prepare and hardware")
    parser.add_argument("--cpu", action="store_true", help="Numba's CPU code, too: slow")
    parser.add_argument("--keep", type=Path, default=Path("differences"), metavar="FOLDER")
    return parser


if __name__ == "__main__":
    sys.exit(main())
