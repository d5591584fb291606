"""What stands out, as rows of a table: what it is, its figure, the sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gpuviz.insight.stand_out import Finding, FindingKind, FindingUnit
from gpuviz.messages import EnglishText
from gpuviz.scene.numbers import byte_count, seconds, whole
from gpuviz.texts import say, tr

TITLES: Mapping[FindingKind, EnglishText] = {
    "slowest-warp": "Slowest warp",
    "last-block": "Last block",
    "wasted-bytes": "Wasted bytes",
    "line-conflicts": "Bank conflicts",
    "fullest-bank": "Fullest bank",
    "never-written": "Never written",
    "never-read": "Never read",
    "never-touched": "Never touched",
    "written-again": "Written again",
    "most-wanted": "Queue for an element",
    "idle-threads": "Idle threads",
    "idle-lanes": "Idle lanes",
    "line-time": "Most time",
    "line-steps": "Most warp steps",
    "line-sectors": "Most sectors",
}
COUNTS: Mapping[FindingUnit, tuple[EnglishText, EnglishText]] = {
    "warp steps": ("1 warp step", "{n} warp steps"),
    "wavefronts": ("1 wavefront", "{n} wavefronts"),
    "words": ("1 word", "{n} words"),
    "elements": ("1 element", "{n} elements"),
    "operations": ("1 operation", "{n} operations"),
    "threads": ("1 thread", "{n} threads"),
    "lane slots": ("1 lane slot", "{n} lane slots"),
    "sectors": ("1 sector", "{n} sectors"),
}
"""Of one, and of any other number."""


@dataclass(frozen=True, slots=True)
class StandOutRow:
    """One finding in words."""

    title: str
    figure: str
    sentence: str

    @property
    def cells(self) -> tuple[str, str, str]:
        """As they stand side by side."""
        return self.title, self.figure, self.sentence


def stand_out_rows(findings: Sequence[Finding]) -> tuple[StandOutRow, ...]:
    """One for each finding, in their order."""
    return tuple(
        StandOutRow(tr(TITLES[found.kind]), figure_text(found), say(found.sentence))
        for found in findings
    )


def figure_text(found: Finding) -> str:
    """ "0.11 MB", "57 warp steps"."""
    if found.unit == "B":
        return byte_count(found.value)
    if found.unit == "s":
        return seconds(found.value)
    one, many = COUNTS[found.unit]
    return tr(one if found.value == 1 else many).format(n=whole(round(found.value)))
