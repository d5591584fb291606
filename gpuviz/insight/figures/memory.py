"""The figures of memory: what a site moves for each request, what is used of it, wavefronts."""

from __future__ import annotations

from gpuviz.device import Device
from gpuviz.insight.figures.figure import Figure, requests, sectors, times, wavefronts
from gpuviz.insight.traffic import SECTOR_BYTES, SiteTraffic
from gpuviz.messages import Message
from gpuviz.units import byte_count, figures, percent

NEIGHBOURS = Message(
    "figure.neighbours",
    "Which lane touches which element: neighbouring lanes on neighbouring elements need the fewest"
    " sectors.",
)
BANKS = Message(
    "figure.banks",
    "Which lane touches which bank: 32 lanes on 32 different banks, or on the same word, need one"
    " wavefront. A tile that is one element wider moves its columns to other banks.",
)
QUEUE = Message(
    "figure.queue",
    "Adding up in a warp or in shared memory first: then one lane does what many did.",
)
NOTHING_MOVES = Message(
    "figure.nothing-moves",
    "How often the line is executed, and by how many warps.",
)


def traffic_figure(traffic: SiteTraffic) -> Figure:
    """What a site moves in the whole launch."""
    site = traffic.site
    if site.space in ("local", "constant"):
        return _requests_figure(traffic)
    if site.kind == "atomic":
        return _atomics_figure(traffic)
    return _wavefronts_figure(traffic) if site.space == "shared" else _sectors_figure(traffic)


def _requests_figure(traffic: SiteTraffic) -> Figure:
    template = "Warps execute {site} in line {line} {requests}: each time is a request."
    values = {
        "site": traffic.text,
        "line": str(traffic.site.line),
        "requests": times(traffic.requests),
    }
    return Figure(Message("figure.requests", template, values), NOTHING_MOVES)


def _atomics_figure(traffic: SiteTraffic) -> Figure:
    template = (
        "{units} × an element is changed by a thread, in {requests} of their warps: {each} in each"
        " on average."
    )
    values = _per_request(traffic)
    return Figure(Message("figure.atomics", template, values), QUEUE)


def _wavefronts_figure(traffic: SiteTraffic) -> Figure:
    template = (
        "{wavefronts} / {requests} = {each} in each. A request takes as many wavefronts as its"
        " lanes want different words of one bank."
    )
    values = _per_request(traffic) | {"wavefronts": wavefronts(traffic.units)}
    return Figure(Message("figure.wavefronts", template, values), BANKS)


def _sectors_figure(traffic: SiteTraffic) -> Figure:
    values = _per_request(traffic) | {
        "sectors": sectors(traffic.units),
        "bytes": SECTOR_BYTES,
        "moved": byte_count(SECTOR_BYTES * traffic.units),
    }
    template = "{sectors} / {requests} = {each} in each; {sectors} × {bytes} B = {moved} moved."
    if traffic.used_share is not None:
        template = (
            "{sectors} / {requests} = {each} in each; {sectors} × {bytes} B = {moved} moved, of"
            " which {needed} are needed: {share}."
        )
        needed = traffic.used_share * SECTOR_BYTES * traffic.units
        values |= {"needed": byte_count(needed), "share": percent(traffic.used_share)}
    return Figure(Message("figure.sectors", template, values), NEIGHBOURS)


def _per_request(traffic: SiteTraffic) -> dict[str, object]:
    return {
        "units": traffic.units,
        "requests": requests(traffic.requests),
        "each": figures(traffic.units / max(traffic.requests, 1)),
    }


def bandwidth_figure(dram_bytes: float, kernel_s: float, device: Device) -> Figure:
    """Bytes a second of DRAM."""
    template = (
        "{moved} / {seconds} µs = {rate} GB/s; the {device} has {most} GB/s on paper, so {share} of"
        " that."
    )
    rate = dram_bytes / kernel_s / 1e9 if kernel_s else 0.0
    values = {
        "moved": byte_count(dram_bytes),
        "seconds": figures(kernel_s * 1e6, 3),
        "rate": figures(rate, 3),
        "device": device.name,
        "most": figures(device.mem_bw_gbs, 3),
        "share": percent(rate / device.mem_bw_gbs),
    }
    change = Message(
        "figure.bandwidth-change",
        "Fewer wasted bytes make the time shorter; more warps, or more loads under way at the same"
        " time, use more of the bandwidth.",
    )
    return Figure(Message("figure.bandwidth", template, values), change, can_be_tried=True)
