"""The table of conformance as Markdown."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from tools.conformance.reasons import STANDINGS, UNKNOWN, Judged, Reason

HEAD = """\
# Numba's own CUDA tests

numba-cuda carries the tests of `numba.cuda`. `python -m tools.conformance` runs all of them with
`gpuviz.cuda` in the place of `numba.cuda`, as on a machine with a GPU, and writes this page.
Neither Numba's simulator nor a driver can answer instead. ({versions})

- **passes**: the test is content with what `gpuviz.cuda` does.
- **Numba's own**: it passes as well where there is no `numba.cuda` at all: it tests Numba's inside.
- **cannot**: it asks for what an emulator does not have; [why](#cannot).
- **not yet**: the drop-in could pass it and does not; [which](#not-yet).

Without Numba's own and those that cannot, **{passes} of {possible}** pass.
"""
TITLES = {standing: standing.replace("numba", "Numba") for standing in STANDINGS}
WORDS = 160  # of a failure


def page(judgements: Sequence[Judged], versions: Mapping[str, str]) -> str:
    """The whole page."""
    count = Counter(judgement.standing for judgement in judgements)
    told = ", ".join(f"{name} {version}" for name, version in versions.items())
    possible = count["passes"] + count["not yet"]
    head = HEAD.format(versions=told, passes=count["passes"], possible=possible)
    parts = [head, "## By module\n", *_modules(judgements)]
    parts += ["\n## Cannot\n", *_reasons(judgements, "cannot")]
    parts += ["\n## Not yet\n", *_reasons(judgements, "not yet")]
    return "\n".join(parts + _each_not_yet(judgements)) + "\n"


def _modules(judgements: Iterable[Judged]) -> list[str]:
    """A row for each module, and one for all."""
    rows: dict[str, Counter[str]] = defaultdict(Counter)
    for judgement in judgements:
        for name in (judgement.outcome.module, "all"):
            rows[name][judgement.standing] += 1
    titles = ["module", "tests", *(TITLES[standing] for standing in STANDINGS)]
    last = rows.pop("all", Counter())
    lines = [_row(titles), _row(["---"] + ["--:"] * (len(titles) - 1))]
    for name, row in [*sorted(rows.items()), ("**all**", last)]:
        lines.append(_row([name, row.total(), *(row[standing] or "" for standing in STANDINGS)]))
    return lines


def _reasons(judgements: Iterable[Judged], standing: str) -> list[str]:
    """A row for each reason, the most frequent first."""
    count = Counter(j.reason for j in judgements if j.standing == standing and j.reason)
    lines = [_row(["what", "tests", "why"]), _row(["---", "--:", "---"])]
    order = sorted(count, key=lambda reason: (-count[reason], reason.title))
    return lines + [_row([reason.title, count[reason], reason.why]) for reason in order]


def _each_not_yet(judgements: Iterable[Judged]) -> list[str]:
    """The tests that do not pass yet, below their reasons; with words where there is none."""
    tests: dict[Reason, list[Judged]] = defaultdict(list)
    for judgement in judgements:
        if judgement.standing == "not yet" and judgement.reason:
            tests[judgement.reason].append(judgement)
    lines: list[str] = []
    for reason, held in sorted(tests.items(), key=lambda pair: (-len(pair[1]), pair[0].title)):
        lines += ["", f"### {reason.title}", ""]
        for judgement in held:
            words = f": {_shown(judgement.outcome.words)}" if reason == UNKNOWN else ""
            lines.append(f"- `{judgement.outcome.name}`{words}")
    return lines


def _shown(words: str) -> str:
    """What a failure says, without paths and addresses of this machine, fit for Markdown."""
    words = re.sub(r"(?:[A-Za-z]:)?[/\\][^\s:'\"(),]*[/\\]([^\s:'\"(),/\\]+)", r"\1", words)
    words = re.sub(r"0x[0-9a-f]+", "0x..", re.sub(r"\x1b\[[0-9;]*m", "", words))
    words = re.sub(r"([\\`*_<>\[\]|])", r"\\\1", words)
    return words if len(words) <= WORDS else words[:WORDS].rstrip("\\") + ".."


def _row(cells: Iterable[object]) -> str:
    return "| " + " | ".join(str(cell) for cell in cells) + " |"
