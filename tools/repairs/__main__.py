"""`python -m tools.repairs`: a table of what is repaired, tried and right; N of M, as they are."""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.repairs.rows import Row, kernel_row, script_row

ROOT = Path(__file__).parent.parent.parent
KERNELS = sorted((ROOT / "kernels").glob("broken_*.py"))
SCRIPTS = sorted((ROOT / "tests" / "corpus" / "broken").glob("*.py"))


def main() -> None:
    """Prints a line for each file, and how many there are of each sort."""
    parser = argparse.ArgumentParser(prog="python -m tools.repairs", description=__doc__)
    parser.add_argument("--only", default="", metavar="WORD", help="files with this in their name")
    parser.add_argument("--diff", action="store_true", help="print the repairs too")
    given = parser.parse_args()
    rows = []
    for paths, of in ((KERNELS, kernel_row), (SCRIPTS, script_row)):
        for path in paths:
            if given.only in path.stem and path.stem != "__init__":
                rows.append(of(path))
                print(rows[-1].line, flush=True)
                if given.diff:
                    print("\n".join(one.diff for one in rows[-1].repairs.steps), flush=True)
    _sum_up("kernels with hazards", [row for row in rows if row.is_kernel and row.hazards])
    _sum_up("scripts", [row for row in rows if not row.is_kernel and row.hazards])


def _sum_up(name: str, rows: list[Row]) -> None:
    if not rows:
        return
    count = len(rows)
    proposed = sum(row.is_proposed for row in rows)
    clean, right = sum(row.is_clean for row in rows), sum(row.is_right for row in rows)
    compared = sum(row.correct is not None for row in rows)
    print(f"\n{name}: a repair for {proposed} of {count}; {clean} of {count} without a hazard then")
    print(f"  result compared for {compared}, right for {right} of these and without a hazard")


if __name__ == "__main__":
    main()
