"""The figures in which two runs are compared, and what is said of the one with more."""

from __future__ import annotations

from dataclasses import dataclass

from gpuviz.messages import Message

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

    `does` ends where the other run follows: "... times as many sectors"; empty: it tells no cost.
    """

    names: tuple[str, ...]  # fields of Counters
    what: Message
    does: str = ""
    fewer_is_better: bool | None = True
    is_minor: bool = False  # told only where nothing else differs much


def _row(
    names: str,
    what: str,
    does: str = "",
    fewer_is_better: bool | None = True,
    *,
    is_minor: bool = False,
) -> CounterWords:
    code = names.split()[0].replace("_", "-")
    return CounterWords(
        tuple(names.split()), Message(f"compare.{code}", what), does, fewer_is_better, is_minor
    )


COUNTERS = (
    _row("idle_threads", "idle threads", "leaves {times} times as many threads idle"),
    _row("warp_steps", "steps of warps", "takes {times} times as many steps"),
    _row("divergent_branches", "divergent branches", "diverges {times} times as often"),
    _row("global_load_requests", "load requests"),
    _row(
        "global_load_sectors",
        "sectors loaded",
        "moves {times} times as many sectors for loads",
    ),
    _row(
        "global_load_lines",
        "128-byte lines loaded from",
        "touches {times} times as many 128-byte lines with its loads",
        is_minor=True,
    ),
    _row("global_store_requests", "store requests"),
    _row(
        "global_store_sectors",
        "sectors stored",
        "moves {times} times as many sectors for stores",
    ),
    _row(
        "global_store_lines",
        "128-byte lines stored to",
        "touches {times} times as many 128-byte lines with its stores",
        is_minor=True,
    ),
    _row("atomic_requests", "atomic requests"),
    _row(
        "atomic_operations",
        "atomic operations",
        "does {times} times as many atomic operations",
    ),
    _row(
        "shared_load_wavefronts shared_store_wavefronts",
        "wavefronts of shared memory",
        "needs {times} times as many wavefronts of shared memory",
    ),
    _row("bank_conflicts", "bank conflicts", "has {times} times as many bank conflicts"),
    _row("barriers", "barriers passed", "", None),
)
