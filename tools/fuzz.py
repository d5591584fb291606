"""`python -m tools.fuzz [KIND] [--cases N | --seconds S] [--seed K] [--keep FOLDER]`: tries gpuviz.

Inputs with something wrong in them are made from good ones, as the seed says, and given to gpuviz:
recordings, lessons, files of devices, settings and progress, command lines. Whatever comes, there
is no error but a sentence, nothing crashes, and all ends within its time and memory. What does not
hold is a finding: one line is printed, its input is kept in the folder of `--keep` and can be tried
again with `--again FILE`. The exit code is 1 if there is any.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from tools.fuzzing.kinds import KINDS, Kind
from tools.fuzzing.runner import Outcome, outcome_of_file, outcomes

ALL = "all"
USUAL_SECONDS = 60.0
MOST_KEPT = 3  # inputs of findings of one place


def main(argv: Sequence[str] | None = None) -> int:
    """Runs it and gives the exit code."""
    arguments = _parser().parse_args(argv)
    kinds = list(KINDS.values()) if arguments.kind == ALL else [KINDS[arguments.kind]]
    if arguments.again is not None:
        return _again(kinds[0], arguments.again)
    seconds = arguments.seconds
    if seconds is None and arguments.cases is None:
        seconds = USUAL_SECONDS
    share = None if seconds is None else seconds / len(kinds)
    found = [
        _run(
            kind, arguments.seed, _numbers(arguments.cases, share, arguments.first), arguments.keep
        )
        for kind in kinds
    ]
    return 1 if any(found) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m tools.fuzz", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("kind", nargs="?", choices=[*KINDS, ALL], default=ALL, help="of inputs")
    parser.add_argument("--cases", type=int, metavar="N", help="so many of each kind")
    parser.add_argument("--seconds", type=float, metavar="S", help="so long in all (default: 60)")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="K", help="another one, other inputs"
    )
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the case to begin with")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where inputs of findings go")
    parser.add_argument("--again", type=Path, metavar="FILE", help="try one that was kept")
    return parser


def _numbers(cases: int | None, seconds: float | None, first: int) -> Iterator[int]:
    begin = time.monotonic()
    for number in itertools.count(first):
        late = seconds is not None and time.monotonic() - begin > seconds
        if late or (cases is not None and number >= first + cases):
            return
        yield number


def _run(kind: Kind, seed: int, numbers: Iterator[int], keep: Path | None) -> int:
    """Runs one kind; how many findings there were."""
    begin = time.monotonic()
    labels: Counter[str] = Counter()
    places: Counter[str] = Counter()
    slowest = Outcome(0, "")
    for outcome in outcomes(kind, seed, numbers):
        labels[outcome.label] += 1
        slowest = max(slowest, outcome, key=lambda one: one.seconds)
        if outcome.where:
            place = outcome.where.partition(": ")[0]
            places[place] += 1
            if places[place] <= MOST_KEPT:
                _tell(kind, seed, outcome, keep)
    seconds = time.monotonic() - begin
    count, told = labels.total(), ", ".join(f"{n} {label}" for label, n in labels.most_common())
    rate = count / seconds if seconds else 0
    print(
        f"{kind.name}: {count} cases in {seconds:.0f} s ({rate:.1f} a second), seed {seed}: {told};"
        f" the longest took {slowest.seconds:.1f} s (case {slowest.number})"
    )
    for place, number in places.most_common():
        print(f"  {number} x {place}")
    sys.stdout.flush()
    return places.total()


def _tell(kind: Kind, seed: int, outcome: Outcome, keep: Path | None) -> None:
    name = f"{kind.name}-{seed}-{outcome.number}"
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / f"{name}{kind.suffix}").write_bytes(kind.input_of(seed, outcome.number))
        words = f"{outcome.where}\n\n{outcome.what}"
        (keep / f"{name}.txt").write_text(words, encoding="utf-8", errors="backslashreplace")
    line = f"{name}: {outcome.where}"
    print(line.encode("utf-8", "backslashreplace").decode(), flush=True)


def _again(kind: Kind, path: Path) -> int:
    outcome = outcome_of_file(kind, path.read_bytes())
    print(f"{path.name}: {outcome.where or outcome.label}\n{outcome.what}")
    return 1 if outcome.where else 0


if __name__ == "__main__":
    sys.exit(main())
