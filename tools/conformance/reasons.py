"""Why tests do not pass: the rules of reasons.toml, and each outcome by the first that fits."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal

from tools.conformance.runner import Outcome

TABLE = Path(__file__).with_name("reasons.toml")
Standing = Literal["passes", "numba's own", "cannot", "not yet"]
STANDINGS: tuple[Standing, ...] = ("passes", "numba's own", "cannot", "not yet")


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule: tests by name (with * and ?), or by what their failure says (regular expressions).

    `tests` never pass, as the rule says; of those `among` which it is why some do not.
    """

    standing: Standing  # "cannot" or "not yet"
    title: str
    why: str
    tests: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    words: tuple[str, ...] = ()

    def rules_out(self, test: str) -> bool:
        """Whether a test never passes by this rule."""
        return any(fnmatchcase(test, pattern) for pattern in self.tests)

    def fits(self, outcome: Outcome) -> bool:
        """Whether this is why a test did not pass."""
        said = any(re.search(pattern, outcome.words) for pattern in self.words)
        named = any(fnmatchcase(outcome.name, pattern) for pattern in self.tests + self.among)
        return said or named


UNKNOWN = Reason("not yet", "Others", "each for a cause of its own")


@dataclass(frozen=True, slots=True)
class Judged:
    """A test, how it stands, and why if it does not pass."""

    outcome: Outcome
    standing: Standing
    reason: Reason | None = None


def read_reasons(path: Path = TABLE) -> tuple[Reason, ...]:
    """All rules, those of what cannot be first, each kind in the order of the file."""
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    kinds: dict[str, Standing] = {"cannot": "cannot", "not_yet": "not yet"}
    return tuple(
        Reason(
            standing,
            row["title"],
            row["why"],
            tuple(row.get("tests", ())),
            tuple(row.get("among", ())),
            tuple(row.get("words", ())),
        )
        for key, standing in kinds.items()
        for row in table.get(key, ())
    )


def judged(
    outcomes: Iterable[Outcome], asks_nothing: Collection[str], reasons: Iterable[Reason]
) -> list[Judged]:
    """Each outcome with how it stands; `asks_nothing` pass without any `numba.cuda`."""
    rules = tuple(reasons)
    return [_judge(outcome, asks_nothing, rules) for outcome in outcomes]


def _judge(outcome: Outcome, asks_nothing: Collection[str], rules: tuple[Reason, ...]) -> Judged:
    if outcome.result == "passed":
        own = outcome.name in asks_nothing
        return Judged(outcome, "numba's own" if own else "passes")
    reason = next((rule for rule in rules if rule.fits(outcome)), UNKNOWN)
    return Judged(outcome, reason.standing, reason)


def surprises(judgements: Iterable[Judged], reasons: Iterable[Reason]) -> list[str]:
    """What the rules say and is not so: a test that cannot pass and does; a rule without a test."""
    known = list(judgements)
    rules = tuple(reasons)
    passing = [
        f"{judgement.outcome.name} passes, and {rule.title!r} says that it cannot"
        for judgement in known
        for rule in rules
        if rule.standing == "cannot"
        and judgement.standing == "passes"
        and rule.rules_out(judgement.outcome.name)
    ]
    used = {judgement.reason for judgement in known}
    return passing + [f"no test is here for {rule.title!r}" for rule in rules if rule not in used]
