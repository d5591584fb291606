"""The inspector: the page of what is chosen."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from gpuviz.scene.theme import Theme
from gpuviz.session.signals import TypedSignal, signal
from gpuviz.texts import tr
from gpuviz.ui.inspector.grid_page import GridPage
from gpuviz.ui.inspector.page import Page

if TYPE_CHECKING:
    from gpuviz.insight.block_story import BlockStory
    from gpuviz.insight.destination import Destination
    from gpuviz.insight.element_story import ElementStory
    from gpuviz.insight.formula import Formula
    from gpuviz.insight.thread_facts import ThreadFacts
    from gpuviz.insight.warp_story import WarpStory
    from gpuviz.trace import Trace
    from gpuviz.ui.inspector.block_page import BlockPage
    from gpuviz.ui.inspector.element_page import ElementPage
    from gpuviz.ui.inspector.thread_page import ThreadPage
    from gpuviz.ui.inspector.warp_page import WarpPage

AnyPage = TypeVar("AnyPage", bound=Page)


class Inspector(QWidget):
    """Shows one page at a time; what to show is told by the InspectorController.

    All but the first are made, and what they need is imported, when something of their kind is
    shown.
    """

    titleChanged = Signal(str)
    pageMade = Signal()
    linkFollowed: TypedSignal[[Destination]] = signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._pages: list[Page] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self.grid = self._added(GridPage(theme))
        self._page: Page = self.grid
        self._show(self.grid, tr("Inspector"))

    @cached_property
    def block(self) -> BlockPage:
        """The page of a block."""
        from gpuviz.ui.inspector.block_page import BlockPage

        return self._added(BlockPage(self._theme))

    @cached_property
    def warp(self) -> WarpPage:
        """The page of a warp."""
        from gpuviz.ui.inspector.warp_page import WarpPage

        return self._added(WarpPage(self._theme))

    @cached_property
    def thread_page(self) -> ThreadPage:
        """The page of a thread."""
        from gpuviz.ui.inspector.thread_page import ThreadPage

        return self._added(ThreadPage(self._theme))

    @cached_property
    def element(self) -> ElementPage:
        """The page of an element of an array."""
        from gpuviz.ui.inspector.element_page import ElementPage

        return self._added(ElementPage(self._theme))

    def prepare(self) -> None:
        """Make the page that the first launch is going to show."""
        self.thread_page.set_theme(self._theme)

    @property
    def page(self) -> Page:
        """The page that is shown."""
        return self._page

    @property
    def text(self) -> str:
        """Everything that is shown as plain text, for screen readers and for tests."""
        return self._page.text

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours, those too that are made from now on."""
        self._theme = theme
        for page in self._pages:
            page.set_theme(theme)

    def show_grid(self, trace: Trace | None, note: str = "") -> None:
        """Show a launch of which nothing is chosen; `note` says why there is less to see."""
        self.grid.show_launch(trace, note)
        self._show(self.grid, tr("Inspector") if trace is None else tr("The launch"))

    def show_block(self, story: BlockStory, note: str = "") -> None:
        """Show a block; `note` says why its steps are not there."""
        self.block.show_story(story, note)
        self._show(self.block, self.block.title)

    def show_warp(self, story: WarpStory, note: str = "") -> None:
        """Show a warp; `note` says why its steps are not there."""
        self.warp.show_story(story, note)
        self._show(self.warp, self.warp.title)

    def show_thread(self, facts: ThreadFacts, note: str = "") -> None:
        """Show a thread; `note` says why its steps are not there."""
        self.thread_page.show_facts(facts, note)
        self._show(self.thread_page, self.thread_page.title)

    def show_element(
        self, story: ElementStory, formulas: tuple[Formula, ...] = (), note: str = ""
    ) -> None:
        """Show an element; `formulas` are how its last writer came to its index, `note` says why
        not all of its touches are known.
        """
        self.element.show_story(story, formulas, note)
        self._show(self.element, tr("Element"))

    def _added(self, page: AnyPage) -> AnyPage:
        page.hide()
        page.linkFollowed.connect(self.linkFollowed)
        self._column.addWidget(page)
        self._pages.append(page)
        self.pageMade.emit()
        return page

    def _show(self, page: Page, title: str) -> None:
        self._page = page
        for other in self._pages:
            other.setVisible(other is page)
        self.titleChanged.emit(title)
