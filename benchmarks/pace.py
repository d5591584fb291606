"""How long playing each operation takes at speed 1, in seconds.

`python benchmarks/pace.py` emulates the default launch of every kernel of the gallery and prints
how long it is played by rounds, by turns of loops and by blocks, how many rounds that are, and how
many of them are folded. The goal is 8 to 25 seconds for each.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from gpuviz.device import DEFAULT_DEVICE, find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.insight.order import order_of
from gpuviz.insight.trace_index import TraceIndex
from gpuviz.operation import OperationInfo, list_operations
from gpuviz.scene.launch.choice import LaunchChoice

GOAL_S = (8.0, 25.0)


def main() -> int:
    """Prints a line for each; 1 where a goal is missed."""
    missed = [name for info in list_operations() for name in _missed(info)]
    print(f"missed: {', '.join(missed)}" if missed else "every goal is met")
    return int(bool(missed))


def _missed(info: OperationInfo) -> Iterator[str]:
    device = find_device(DEFAULT_DEVICE)
    choice = LaunchChoice(info, info.default_size, info.default_block, None, "emulator", device)
    request: LaunchRequest = choice.request(1)
    for trace in EmulatorEngine().run(request, lambda progress: None).launches[:1]:
        order = order_of(trace)
        if order is None:
            continue
        index = TraceIndex(trace, order)
        rounds, turns, blocks = index.by_rounds, index.by_turns, index.by_blocks
        folded = int((rounds.folded > 0).sum())
        print(
            f"{info.name:24}{order.rounds:8} rounds {rounds.total_s:6.1f} s, {folded:7} folded;"
            f" by turns {turns.total_s:6.1f} s, by blocks {blocks.total_s:6.1f} s"
        )
        if not GOAL_S[0] <= rounds.total_s <= GOAL_S[1]:
            yield info.name


if __name__ == "__main__":
    sys.exit(main())
