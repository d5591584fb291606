"""The page of the whole grid: what was launched, and how something of it is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuviz.scene.facts import Fact
from gpuviz.scene.numbers import whole
from gpuviz.scene.theme import Theme
from gpuviz.texts import rich, tr
from gpuviz.ui.facts import FactList, wrapped_label
from gpuviz.ui.inspector.page import Page, joined
from gpuviz.ui.labels import said

if TYPE_CHECKING:
    from gpuviz.trace import Trace


class GridPage(Page):
    """Shows a launch of which nothing is chosen."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme)
        self._facts, self._hint = FactList(), wrapped_label()
        self._lay_out(self._facts, self._hint)
        self.show_launch(None, "")

    def show_launch(self, trace: Trace | None, note: str) -> None:
        """Show a launch; `note` says why there is less to see."""
        self._facts.show_facts(_facts(trace) if trace is not None else [])
        self._hint.setText(rich(note or (how_to_choose() if trace is not None else _no_launch())))

    @property
    def text(self) -> str:
        """Everything that is shown as plain text."""
        return joined(self._facts.text, said(self._hint))


def how_to_choose() -> str:
    """What a student can press now."""
    return tr(
        "**Click** a block, a thread or an element of an array on the stage to see its numbers."
        " A double click enters a block. **Ctrl+G** goes to what you name: `c[785]`,"
        " `block 7`, `thread 785`."
    )


def _no_launch() -> str:
    return tr("Choose a thread on the stage to see its numbers.")


def _facts(trace: Trace) -> list[Fact]:
    from gpuviz.insight.figures.occupancy import threads_figure, warps_figure
    from gpuviz.scene.stage.words import shape_name

    config = trace.config
    blocks = tr("{shape} blocks").format(shape=shape_name(config.grid))
    threads = tr("{shape} threads").format(shape=shape_name(config.block))
    return [
        Fact(tr("kernel"), trace.kernel, is_code=True),
        Fact(tr("grid"), tr("1 block") if config.blocks == 1 else blocks),
        Fact(tr("each block"), tr("1 thread") if config.block.size == 1 else threads),
        Fact(tr("all threads"), whole(config.threads), figure=threads_figure(config)),
        Fact(tr("warps"), whole(config.warps), figure=warps_figure(config)),
    ]
