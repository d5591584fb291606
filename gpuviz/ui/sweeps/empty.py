"""What stands in the place of a chart as long as there is no point of a sweep."""

from __future__ import annotations

from gpuviz.bench.points import SweepKind
from gpuviz.scene.charts.chart import Axis, Chart
from gpuviz.scene.charts.units import COUNT, SECONDS
from gpuviz.scene.launch.choice import LaunchChoice
from gpuviz.scene.numbers import sizes_text, whole
from gpuviz.scene.sweeps.plan import Wishes
from gpuviz.texts import title_of, tr

NO_SWEEP = Chart("", Axis("", COUNT), Axis("", SECONDS))


def empty_chart(kind: SweepKind, choice: LaunchChoice, wishes: Wishes) -> Chart:
    """Says what to press, and what happens then."""
    values = {
        "operation": title_of(choice.operation),
        "device": choice.device.name,
        "first": whole(wishes.sizes.first),
        "last": whole(wishes.sizes.last),
        "size": sizes_text(choice.size),
        "blocks": wishes.blocks,
    }
    of_sizes = tr(
        "Press Run sweep to time {operation} at sizes from {first} to {last}: the kernel on the"
        " {device}, with and without copies, and the CPU beside it."
    )
    of_blocks = tr(
        "Press Run sweep to time {operation} of size {size} on the {device} with blocks of {blocks}"
        " threads."
    )
    return _saying(kind, (of_sizes if kind == "sizes" else of_blocks).format(**values))


def coming_chart(kind: SweepKind, choice: LaunchChoice) -> Chart:
    """Says that the first point is on its way."""
    words = tr("{operation} is being launched: the first point comes soon.")
    return _saying(kind, words.format(operation=title_of(choice.operation)))


def _saying(kind: SweepKind, words: str) -> Chart:
    title = tr("Size sweep") if kind == "sizes" else tr("Block size sweep")
    return Chart(title, NO_SWEEP.x, NO_SWEEP.y, hint=words)
