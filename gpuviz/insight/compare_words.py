"""The figures in which two runs are compared, and what is said of the one with more."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.messages import EnglishTemplate, Message

EQUAL = Message("compare.equal", "Both runs do the same: no counter differs by 5 per cent or more.")
OCCUPANCY = Message("compare.occupancy", "occupancy")
LANES_BUSY = Message("compare.lanes-busy", "lanes busy")
HAZARDS = Message("compare.hazard-count", "kinds of hazard found")
KERNEL_TIME = {
    ("measured",): Message("compare.measured-time", "kernel time, measured"),
    ("modelled",): Message("compare.modelled-time", "kernel time, modelled"),
    ("measured", "modelled"): Message("compare.times", "kernel time, measured and modelled"),
}
"""By where the times of the two runs come from."""


@dataclass(frozen=True, slots=True)
class CounterWords:
    """A row of the table: the counters that it sums, its name, and what a run with more does.

    `does` is the sentence about the one with more; empty: it tells no cost.
    """

    names: tuple[str, ...]  # fields of Counters
    what: Message
    does: EnglishTemplate = ""
    fewer_is_better: bool | None = True
    is_minor: bool = False  # told only where nothing else differs much


def _row(
    names: str,
    what: EnglishTemplate,
    does: EnglishTemplate = "",
    fewer_is_better: bool | None = True,
    *,
    is_minor: bool = False,
) -> CounterWords:
    code = names.split()[0].replace("_", "-")
    row = Message(f"compare.{code}", what)
    return CounterWords(tuple(names.split()), row, does, fewer_is_better, is_minor)


AS: EnglishTemplate = " as {fewer}: {high} against {low}."
COUNTERS = (
    _row(
        "idle_threads",
        "idle threads",
        "{more} leaves {times} times as many threads idle" + AS,
    ),
    _row(
        "warp_steps",
        "steps of warps",
        "{more} takes {times} times as many steps" + AS,
    ),
    _row(
        "divergent_branches",
        "divergent branches",
        "{more} diverges {times} times as often" + AS,
    ),
    _row("global_load_requests", "load requests"),
    _row(
        "global_load_sectors",
        "sectors loaded",
        "{more} moves {times} times as many sectors for loads" + AS,
    ),
    _row(
        "global_load_lines",
        "128-byte lines loaded from",
        "{more} touches {times} times as many 128-byte lines with its loads" + AS,
        is_minor=True,
    ),
    _row("global_store_requests", "store requests"),
    _row(
        "global_store_sectors",
        "sectors stored",
        "{more} moves {times} times as many sectors for stores" + AS,
    ),
    _row(
        "global_store_lines",
        "128-byte lines stored to",
        "{more} touches {times} times as many 128-byte lines with its stores" + AS,
        is_minor=True,
    ),
    _row("atomic_requests", "atomic requests"),
    _row(
        "atomic_operations",
        "atomic operations",
        "{more} does {times} times as many atomic operations" + AS,
    ),
    _row(
        "shared_load_wavefronts shared_store_wavefronts",
        "wavefronts of shared memory",
        "{more} needs {times} times as many wavefronts of shared memory" + AS,
    ),
    _row(
        "bank_conflicts",
        "bank conflicts",
        "{more} has {times} times as many bank conflicts" + AS,
    ),
    _row("barriers", "barriers passed", "", None),
)
