"""`python -m tools.conformance`: numba-cuda's own tests on `gpuviz.cuda`, and docs/conformance.md.

Needs numba-cuda with its compiler (the extra cuda13), pytest and filecheck. WORDs choose modules
by a part of their paths; then the page is not written. The exit code is 1 where a rule of
reasons.toml says what is not so.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import platform
import sys
import time
from collections import Counter
from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from tools.conformance.host_api import all_parts, host_api_page, read_absences
from tools.conformance.reasons import judged, read_reasons, surprises
from tools.conformance.runner import Outcome, Suite, modules_of, run_modules
from tools.conformance.table import page

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
PAGE, NAMES_PAGE = DOCS / "conformance.md", DOCS / "host_api.md"
DROP_IN, NOTHING = "gpuviz.cuda", "tools.conformance.nothing"
NEEDED = ("numba", "numba_cuda", "pytest", "filecheck", "cuda")


def installed_tests() -> Path:
    """The tests that the installed numba-cuda carries. Raises SystemExit without them."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise SystemExit(f"python -m tools.conformance needs {', '.join(missing)} installed")
    spec = find_spec("numba_cuda")
    assert spec is not None
    folder = Path(next(iter(spec.submodule_search_locations or ()))) / "numba" / "cuda" / "tests"
    if not modules_of(folder):
        raise SystemExit("this numba-cuda carries no tests: install the wheel of PyPI")
    return folder


def run(tests: Path, modules: Sequence[str], jobs: int) -> tuple[list[Outcome], list[str]]:
    """How the tests end on the drop-in, and which of them pass without any `numba.cuda` too."""
    started = time.monotonic()

    def tell(outcomes: Sequence[Outcome]) -> None:
        results = Counter(outcome.result for outcome in outcomes)
        until = f"{time.monotonic() - started:4.0f} s"
        for module in dict.fromkeys(outcome.module for outcome in outcomes):
            print(f"{until}  {module}", flush=True)
        print(f"{until}  {results['passed']} of {results.total()} pass", flush=True)

    outcomes = run_modules(Suite(tests, DROP_IN), modules, jobs, tell)
    others = [outcome.name for outcome in outcomes if outcome.result != "passed"]
    print("and once more without any numba.cuda", flush=True)
    without = run_modules(Suite(tests, NOTHING), modules, jobs, leave_out=others)
    return outcomes, [outcome.name for outcome in without if outcome.result == "passed"]


def versions(*packages: str) -> dict[str, str]:
    """What is installed of them."""
    return {name: version(name) for name in packages}


def main(words: Sequence[str] | None = None) -> int:
    """Runs the tests, writes the page, tells what the rules have wrong."""
    parser = argparse.ArgumentParser(prog="python -m tools.conformance", description=__doc__)
    parser.add_argument("words", nargs="*", metavar="WORD", help="in the paths of the modules")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes at a time (2)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="write all outcomes there")
    parser.add_argument("--again", type=Path, metavar="FILE", help="run nothing: judge those anew")
    parser.add_argument("--names", action="store_true", help="write docs/host_api.md only")
    given = parser.parse_args(words)
    if given.names:
        NAMES_PAGE.write_text(
            host_api_page(all_parts(), read_absences(), versions("numba-cuda")), encoding="utf-8"
        )
        return 0
    reasons = read_reasons()
    if given.again:
        kept = json.loads(given.again.read_text(encoding="utf-8"))
        outcomes, own = [Outcome(**row) for row in kept["outcomes"]], kept["asks nothing"]
    else:
        tests = installed_tests()
        modules = modules_of(tests)
        chosen = [m for m in modules if not given.words or any(word in m for word in given.words)]
        outcomes, own = run(tests, chosen, given.jobs)
    if given.keep:
        rows = [dataclasses.asdict(outcome) for outcome in outcomes]
        given.keep.write_text(json.dumps({"outcomes": rows, "asks nothing": own}, indent=1))
    judgements = judged(outcomes, own, reasons)
    if given.words:
        for judgement in judgements:
            print(f"{judgement.standing:12} {judgement.outcome.name}  {judgement.outcome.words}")
    print(", ".join(f"{n} {s}" for s, n in Counter(j.standing for j in judgements).items()))
    if given.words:
        return 0
    known = versions("numba-cuda", "numba", "numpy") | {"Python": platform.python_version()}
    PAGE.write_text(page(judgements, known), encoding="utf-8")
    told = surprises(judgements, reasons)
    print(*told, sep="\n")
    return int(bool(told))


if __name__ == "__main__":
    sys.exit(main())
