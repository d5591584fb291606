"""The inspector: the page of what is chosen."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuviz.insight.block_story import BlockStory
from gpuviz.insight.destination import Destination
from gpuviz.insight.element_story import ElementStory
from gpuviz.insight.formula import Formula
from gpuviz.insight.thread_facts import ThreadFacts
from gpuviz.insight.warp_story import WarpStory
from gpuviz.scene.inspector.thread_words import thread_title
from gpuviz.scene.inspector.words import block_words, capital, warp_words
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.trace import Trace
from gpuviz.ui.inspector.block_page import BlockPage
from gpuviz.ui.inspector.element_page import ElementPage
from gpuviz.ui.inspector.grid_page import GridPage
from gpuviz.ui.inspector.page import Page
from gpuviz.ui.inspector.thread_page import ThreadPage
from gpuviz.ui.inspector.warp_page import WarpPage


class Inspector(QWidget):
    """Shows one page at a time; what to show is told by the InspectorController."""

    titleChanged = Signal(str)
    linkFollowed = Signal(Destination)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.grid, self.block = GridPage(theme), BlockPage(theme)
        self.warp, self.thread_page = WarpPage(theme), ThreadPage(theme)
        self.element = ElementPage(theme)
        self._pages: tuple[Page, ...] = (
            self.grid,
            self.block,
            self.warp,
            self.thread_page,
            self.element,
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for page in self._pages:
            column.addWidget(page)
            page.linkFollowed.connect(self.linkFollowed)
        self._page: Page = self.grid
        self._show(self.grid, tr("Inspector"))

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self._page

    @property
    def text(self) -> str:
        """Everything that is shown as plain text, for screen readers and for tests."""
        return self._page.text

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        for page in self._pages:
            page.set_theme(theme)

    def show_grid(self, trace: Trace | None, note: str = "") -> None:
        """Show a launch of which nothing is chosen; `note` says why there is less to see."""
        self.grid.show_launch(trace, note)
        self._show(self.grid, tr("Inspector") if trace is None else tr("The launch"))

    def show_block(self, story: BlockStory, note: str = "") -> None:
        """Show a block; `note` says why its steps are not there."""
        self.block.show_story(story, note)
        self._show(self.block, capital(block_words(story.config, story.block)))

    def show_warp(self, story: WarpStory, note: str = "") -> None:
        """Show a warp; `note` says why its steps are not there."""
        self.warp.show_story(story, note)
        self._show(self.warp, capital(warp_words(story.config, story.block, story.warp)))

    def show_thread(self, facts: ThreadFacts, note: str = "") -> None:
        """Show a thread; `note` says why its steps are not there."""
        self.thread_page.show_facts(facts, note)
        self._show(self.thread_page, thread_title(facts))

    def show_element(
        self, story: ElementStory, formulas: tuple[Formula, ...] = (), note: str = ""
    ) -> None:
        """Show an element; `formulas` are how its last writer came to its index, `note` says why
        not all of its touches are known.
        """
        self.element.show_story(story, formulas, note)
        self._show(self.element, tr("Element"))

    def _show(self, page: Page, title: str) -> None:
        self._page = page
        for other in self._pages:
            other.setVisible(other is page)
        self.titleChanged.emit(title)
