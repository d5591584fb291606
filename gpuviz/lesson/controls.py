"""What a step can point at, and the panels that it can bring to the front, as tables."""

from __future__ import annotations

from collections.abc import Mapping

PANELS: Mapping[str, str] = {
    "timing": "Times of the last run and of the runs before.",
    "sweeps": "The launch at many sizes, or with many blocks.",
    "roofline": "The run under the roofs of its device.",
    "devices": "The launch on every device.",
    "timeline": "The SMs, and which block ran on them when.",
    "memory": "The accesses of a warp: sectors, lines, banks.",
    "pipeline": "The launches and copies of a pipeline over time.",
    "pictures": "Arrays as what they mean: pictures, bars, curves; and a canvas.",
    "warp": "The steps of one warp.",
    "checks": "Hazards and wrong elements.",
    "compare": "Two runs side by side, figure by figure.",
}
"""The panels under the stage, by the names that `set: panel = ` knows."""

CONTROLS: Mapping[str, str] = {
    "toolbar.operation": "The picker of the operation.",
    "toolbar.engine": "The picker of the engine.",
    "toolbar.device": "The picker of the device.",
    "toolbar.run": "The button Run.",
    "toolbar.live": "The button Live.",
    "toolbar.compare": "The button Compare.",
    "toolbar.goto": "The button with the lens, which opens Go to.",
    "toolbar.present": "The button Present.",
    "launch": "The whole panel Launch.",
    "launch.size": "The field, or fields, of the size.",
    "launch.grid": "The three fields of the grid.",
    "launch.link": "The chain that lets the grid follow size and block.",
    "launch.block": "The three fields of the block.",
    "launch.notes": "The sentences under the fields: hints, and why a launch is refused.",
    "launch.facts": "What it means: threads, warps, occupancy, waves.",
    "launch.traffic": "Memory traffic, one row for each access of the kernel.",
    "launch.checks": "Checks: whether the result is right, and hazards.",
    "stage": "The stage with blocks, warps and arrays.",
    "playback": "The whole bar under the stage.",
    "playback.play": "The button that plays.",
    "playback.forward": "The button one step forward.",
    "playback.back": "The button one step back.",
    "playback.slider": "The slider of the steps.",
    "playback.next": "The button to the next moment of a kind.",
    "pipeline.timeline": "The timeline of a pipeline, without its table.",
    "pipeline.table": "The table of its launches.",
    "pictures.canvas": "The canvas that can be drawn on.",
    "pictures.gallery": "The pictures, bars and curves beside it.",
    "devices.beside_cpu": "The button Beside the CPU of the panel Devices.",
    "source": "The panel Source with the kernel.",
    "source.heat": "The choice of what the bars beside the source show.",
    "inspector": "The panel Inspector.",
    **{f"panel.{name}": f"The panel {name} under the stage." for name in PANELS},
}
"""What `point:` knows. A panel that lies behind others is pointed at by its tab."""
