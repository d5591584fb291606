"""The figures of a launch as rows: time, threads, occupancy, memory traffic line by line."""

from __future__ import annotations

from gpuviz.device import Device
from gpuviz.insight.summary import launch_meaning
from gpuviz.insight.traffic import site_traffic
from gpuviz.scene.facts import Fact
from gpuviz.scene.launch.facts import meaning_facts
from gpuviz.scene.launch.run_facts import limiter_facts, traffic_facts
from gpuviz.scene.numbers import percent, seconds, whole
from gpuviz.texts import tr
from gpuviz.trace import Counters, Trace

LANES = 32
MOST_SITES = 12  # accesses of the source that are told one by one


def figure_facts(trace: Trace, device: Device) -> list[Fact]:
    """All rows; `trace` has the times that are to be told."""
    meaning = launch_meaning(trace.config, device, trace)
    return [
        *time_facts(trace, device),
        *limiter_facts(trace, device),
        *meaning_facts(meaning, trace.config, device, trace.registers_source),
        *_counted_facts(trace.counters),
        *memory_facts(trace),
    ]


def time_facts(trace: Trace, device: Device) -> list[Fact]:
    """The kernel's time, and whether it was measured or modelled; no row where it is not known."""
    times = trace.times
    if times is None or times.kernel_s is None:
        return []
    label = tr("kernel, measured") if times.source == "measured" else tr("kernel, modelled")
    return [Fact(label, f"{seconds(times.kernel_s)} · {device.name}")]


def memory_facts(trace: Trace) -> list[Fact]:
    """A row for each access in the source, the first ones; then how many more there are."""
    traffic = site_traffic(trace)
    facts = traffic_facts(traffic[:MOST_SITES])
    left = len(traffic) - len(facts)
    if left:
        facts.append(Fact(tr("more accesses"), whole(left), tip=tr("The window has them all.")))
    return facts


def _counted_facts(counters: Counters | None) -> list[Fact]:
    if counters is None:
        return [Fact(tr("counters"), tr("none: this engine does not count"))]
    facts = [Fact(tr("warp steps"), whole(counters.warp_steps))]
    if counters.warp_steps:
        busy = counters.lane_steps / (LANES * counters.warp_steps)
        facts.append(Fact(tr("lanes busy"), percent(busy)))
    facts.append(Fact(tr("divergent branches"), whole(counters.divergent_branches)))
    if counters.shared_load_requests or counters.shared_store_requests:
        facts.append(Fact(tr("bank conflicts"), whole(counters.bank_conflicts)))
    if counters.barriers:
        facts.append(Fact(tr("barriers passed"), whole(counters.barriers)))
    return facts
