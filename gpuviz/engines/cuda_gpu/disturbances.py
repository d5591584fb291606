"""Why measured times may be off: said beside them, never corrected."""

from __future__ import annotations

from collections.abc import Iterator

from gpuviz.engines.cuda_gpu.clocks import SAMPLES, Sampled
from gpuviz.messages import Message

WIDE_SPREAD = 0.1  # of the median, between the quartiles
CLOCK_CHANGE = 0.03
SLOW_CLOCK = 0.85  # of the boost clock


def disturbances(
    kernel: Sampled, clocks_hz: tuple[float, float], boost_hz: float
) -> Iterator[Message]:
    """What should be known of a kernel's time; `clocks_hz`: of an SM before and after measuring."""
    before, after = clocks_hz
    if kernel.spread_s > WIDE_SPREAD * kernel.median_s:
        yield Message(
            "cuda.wide-spread",
            "The middle half of the samples spreads over {percent} % of their median: something"
            " else may use the GPU.",
            {"percent": round(100 * kernel.spread_s / kernel.median_s)},
        )
    if kernel.samples < SAMPLES:
        yield Message(
            "cuda.few-samples",
            "There was time for {samples} samples only.",
            {"samples": kernel.samples},
        )
    if abs(after - before) > CLOCK_CHANGE * before:
        yield Message(
            "cuda.clock-changed",
            "The GPU's clock went from {before} to {after} MHz while it was measured: heat and"
            " power limit it.",
            {"before": round(before / 1e6), "after": round(after / 1e6)},
        )
    if min(clocks_hz) < SLOW_CLOCK * boost_hz:
        yield Message(
            "cuda.slow-clock",
            "The GPU ran at {clock} MHz, its highest clock is {boost} MHz.",
            {"clock": round(min(clocks_hz) / 1e6), "boost": round(boost_hz / 1e6)},
        )
