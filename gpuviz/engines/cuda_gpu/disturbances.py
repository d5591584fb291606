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
    yield from _of_samples(kernel)
    yield from _of_clocks(*clocks_hz, boost_hz)


def _of_samples(kernel: Sampled) -> Iterator[Message]:
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
            "There was no time for all {wanted} samples of the kernel, only for {samples}.",
            {"wanted": SAMPLES, "samples": kernel.samples},
        )


def _of_clocks(before_hz: float, after_hz: float, boost_hz: float) -> Iterator[Message]:
    before, after, boost = (round(hz / 1e6) for hz in (before_hz, after_hz, boost_hz))
    if before_hz - after_hz > CLOCK_CHANGE * before_hz:
        yield Message(
            "cuda.clock-fell",
            "The GPU's clock fell from {before} to {after} MHz while it was measured, as heat and"
            " power make it: a cooler GPU is faster.",
            {"before": before, "after": after},
        )
    if after_hz - before_hz > CLOCK_CHANGE * before_hz:
        yield Message(
            "cuda.clock-rose",
            "The GPU's clock still rose from {before} to {after} MHz while it was measured: run it"
            " again for a time at one clock.",
            {"before": before, "after": after},
        )
    if min(before_hz, after_hz) < SLOW_CLOCK * boost_hz:
        yield Message(
            "cuda.slow-clock",
            "The GPU ran at {clock} MHz, its highest clock is {boost} MHz.",
            {"clock": min(before, after), "boost": boost},
        )
