"""All that is known of one device, and what the launch does there, as rows that can be copied."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuviz.device import Device
from gpuviz.insight.figures.figure import Figure
from gpuviz.insight.figures.occupancy import occupancy_figure, of_resident, waves_figure
from gpuviz.insight.figures.time import CopyName, kernel_figure, whole_figure
from gpuviz.insight.summary import launch_meaning
from gpuviz.model.on_device import OnDevice
from gpuviz.scene.devices.chart import total_seconds, waves_text
from gpuviz.scene.devices.facts import facts_of
from gpuviz.scene.facts import Fact, Note
from gpuviz.scene.limiters import limit_note
from gpuviz.scene.numbers import percent, seconds
from gpuviz.scene.sizes import SPACE_PX
from gpuviz.texts import say_rich, tr
from gpuviz.trace import Prediction, Trace
from gpuviz.ui.facts import Callout, FactList, Heading, NoteList
from gpuviz.ui.scrolled_columns import ScrolledColumns


class DeviceDetails(ScrolledColumns):
    """What limits the launch on the device, then figures: of the launch, and all of the device."""

    def __init__(self) -> None:
        self.title, self.notes, self.launch = Heading(""), NoteList(Callout), FactList()
        self._groups: list[tuple[Heading, FactList]] = []
        words, figures = QWidget(), QWidget()
        _stack(words, self.title, self.notes)
        self._figures = _stack(figures, self.launch)
        super().__init__(words, figures, tr("All of the chosen device"))

    @property
    def text(self) -> str:
        """Everything as plain text."""
        lists = (self.launch, *(facts for _, facts in self._groups))
        return "\n".join((self.title.text(), self.notes.text, *(facts.text for facts in lists)))

    def show_device(
        self,
        device: Device,
        row: OnDevice | None,
        product: Note | None = None,
        launched: Trace | None = None,
    ) -> None:
        """Another device; `row` is what the launch does there, None before any launch.

        `product`: what a library would take there for what the kernel computes. `launched`: the
        launch of which `row` is.
        """
        self.title.setText(device.name)
        self.notes.show_notes([*_notes(row), *([] if product is None else [product])])
        self.launch.show_facts(_launch_facts(row, launched))
        for number, group in enumerate(facts_of(device)):
            heading, facts = self._group(number)
            heading.setText(group.title)
            facts.show_facts([Fact(tr(fact.label), fact.value) for fact in group.facts])

    def _group(self, number: int) -> tuple[Heading, FactList]:
        """The rows of a group; those that are there are used again."""
        while len(self._groups) <= number:
            pair = Heading(""), FactList()
            for part in pair:
                self._figures.addWidget(part)
            self._groups.append(pair)
        return self._groups[number]


def _stack(whole: QWidget, *parts: QWidget) -> QVBoxLayout:
    column = QVBoxLayout(whole)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(SPACE_PX)
    for part in parts:
        column.addWidget(part)
    return column


def _notes(row: OnDevice | None) -> list[Note]:
    if row is None:
        return []
    if row.prediction is None:
        return [Note(say_rich(row.refused), "hazard")] if row.refused is not None else []
    return [limit_note(row.prediction, row.device)]


def _parts(prediction: Prediction) -> dict[CopyName, float]:
    return {
        "H2D": prediction.h2d_s,
        "kernel": prediction.kernel_s,
        "D2H": prediction.d2h_s,
    }


def _launch_facts(row: OnDevice | None, launched: Trace | None) -> list[Fact]:
    if row is None or row.prediction is None:
        return []
    occupied, waves = _held_figures(row.device, launched)
    prediction, held = row.prediction, row.occupancy
    warps = f"{percent(held.fraction)} · {held.active_warps}/{held.max_warps}"
    return [
        Fact(
            tr("kernel, modelled"),
            seconds(prediction.kernel_s),
            figure=replace(kernel_figure(prediction, row.device), can_be_tried=False),
        ),
        Fact(
            tr("with copies, modelled"),
            seconds(total_seconds(prediction)),
            figure=whole_figure(_parts(prediction), row.device),
        ),
        Fact(tr("occupancy"), warps, figure=occupied),
        Fact(tr("waves"), waves_text(prediction.waves), figure=waves),
    ]


def _held_figures(device: Device, launched: Trace | None) -> tuple[Figure | None, Figure | None]:
    """Of occupancy and waves; what is tried is the launch on its own device, so they are not."""
    if launched is None:
        return None, None
    meaning = launch_meaning(launched.config, device, launched)
    one = of_resident(meaning, launched.config, device)
    occupied, waves = occupancy_figure(one, meaning.occupancy), waves_figure(meaning, one)
    return replace(occupied, can_be_tried=False), replace(waves, can_be_tried=False)
