"""A plot of pyqtgraph in the colours of the window: what all charts have in common."""

from __future__ import annotations

from typing import NamedTuple

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QToolButton, QToolTip, QWidget

from gpuviz.scene.charts.ends import Ends, way
from gpuviz.scene.charts.table import Table
from gpuviz.scene.scene import Rect
from gpuviz.scene.sizes import BASE_PX, SPACE_PX
from gpuviz.scene.theme import Theme
from gpuviz.texts import tr
from gpuviz.ui.charts.axes import ThemedAxis
from gpuviz.ui.charts.export import ChartExport, PlotExhibit
from gpuviz.ui.charts.items import LINE_PX, LineItem, WordsItem, lines_of
from gpuviz.ui.charts.legend import Legend
from gpuviz.ui.charts.menu import ChartMenu
from gpuviz.ui.labels import plain_tip, rich_tip
from gpuviz.ui.override import qt_override
from gpuviz.ui.painter import paint_ring, painting
from gpuviz.ui.stage.paint import measure

pg.setConfigOptions(antialias=True, exitCleanup=False)

SMALLEST = QSize(260, 118)
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
EDGE_PX = 2 * SPACE_PX  # nothing stands nearer to the left or the right edge
TITLE_PX, BUTTON_PX = 22.0, 20  # heights
BOLD = 1.16  # how much wider bold words are, at most
ROOMY_PX, NAMED_PX = 180, 130  # of height: below, the y axis, or the x axis too, has no name
BESIDE_FROM_PX, MOST_BESIDE = 560, 0.36  # of width, where a legend has room at the right
MOST_ABOVE = 0.25  # of the height, for a legend above the plot
LEAST_PLOT_PX = 40.0  # notes give way to it
ZOOM_STEP = 1.25
PAN_SHARE = 0.1  # of what is seen, by one press
X, Y = 0, 1  # axes
UNDER = -1000  # where axes and their lines are: under the plot
PANS: dict[int, tuple[float, float]] = {
    Qt.Key.Key_Left: (-PAN_SHARE, 0.0),
    Qt.Key.Key_Right: (PAN_SHARE, 0.0),
    Qt.Key.Key_Up: (0.0, PAN_SHARE),
    Qt.Key.Key_Down: (0.0, -PAN_SHARE),
}
ZOOMS: dict[int, float] = {
    Qt.Key.Key_Plus: 1 / ZOOM_STEP,
    Qt.Key.Key_Equal: 1 / ZOOM_STEP,
    Qt.Key.Key_Minus: ZOOM_STEP,
}
TITLE, ABOVE, NAME, PLOT, STRIP, AXIS, ACROSS, HINT, NOTES = range(9)  # rows of the layout


class Switch(NamedTuple):
    """An axis that can be linear or logarithmic; `begins` says how it begins."""

    name: str
    begins: bool


class PlotView(pg.GraphicsView):
    """One plot with its title, legend and notes.

    The wheel zooms and a drag pans, on an axis along that axis alone; 0 shows all again. + and -
    zoom, Alt and the arrow keys pan. A click on a sample of the legend hides its series. The
    context menu has all of that, logarithmic axes, and what takes the chart out of the window.
    """

    main_axis = Y  # the one that the button switches
    named_px = NAMED_PX
    has_legend_beside = True  # where it is wide enough
    scrolls = False  # the wheel scrolls what is around the chart, and zooms with Ctrl
    _is_made = False

    def __init__(self, theme: Theme, left: ThemedAxis, bottom: ThemedAxis) -> None:
        super().__init__(background=theme.panel)
        self._theme = theme
        self._chosen_scales: dict[str, bool] = {}  # by the name of an axis: logarithmic
        self._hidden: set[str] = set()  # names of series
        self._items: list[pg.GraphicsObject] = []
        self._series: list[pg.GraphicsObject] = []  # those of them that the legend lists
        self._is_moved = False
        self._aside_px = 0.0
        self._shown_title = ""
        self.left, self.bottom, self.box = left, bottom, pg.ViewBox(enableMenu=False)
        self.title, self.hint = (
            WordsItem(BASE_PX - 1, bold=True),
            WordsItem(align="center", fills=True),
        )
        self.up_name, self.across_name, self.notes = (
            WordsItem(),
            WordsItem(align="center"),
            WordsItem(),
        )
        self.legend, self.grid = Legend(), pg.GraphicsLayout()
        self.log_button, self.fit_button = QToolButton(self), QToolButton(self)
        self.export = ChartExport(self, self.exhibit)
        self._menu = ChartMenu(self)
        self._lay_out()
        self._set_up_buttons()
        self.setMinimumSize(SMALLEST)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)  # which takes it from the view, too
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._is_made = True

    @property
    def heading(self) -> str:
        """What stands above the plot."""
        raise NotImplementedError

    @property
    def short_heading(self) -> str:
        """The same in fewer words, for the room beside a legend."""
        return self.heading

    @property
    def empty_words(self) -> str:
        """What to do, as long as there is nothing to see; nothing where there is."""
        raise NotImplementedError

    @property
    def axis_names(self) -> tuple[str, str]:
        """Of the x axis and of the y axis."""
        raise NotImplementedError

    @property
    def switches(self) -> tuple[Switch | None, Switch | None]:
        """Which of both axes, x and y, can be switched."""
        raise NotImplementedError

    @property
    def sentence(self) -> str:
        """The chart in words, for a screen reader."""
        raise NotImplementedError

    @property
    def note_lines(self) -> tuple[LineItem, ...]:
        """What is said under the plot."""
        raise NotImplementedError

    @property
    def has_room_for_axis(self) -> bool:
        """Whether the x axis has its numbers."""
        return True

    def fitting_notes(self, inner: float) -> list[LineItem]:
        """The notes in lines of so many pixels, as many of them as leave the plot its room."""
        notes = self.note_lines
        lines = [line for note in notes for line in lines_of(note.text, note.color, inner)]
        room = self.height() - TITLE_PX - LEAST_PLOT_PX - 2 * LINE_PX
        return lines[: max(0, int(room // LINE_PX))]

    def fill(self) -> None:
        """Put the data into the empty plot."""
        raise NotImplementedError

    def home(self) -> tuple[Ends, Ends]:
        """The ends of both axes where all is seen, as `way` has them."""
        raise NotImplementedError

    def table(self) -> Table:
        """All numbers of the chart."""
        raise NotImplementedError

    def twin(self) -> PlotView:
        """The same chart for a picture: all its notes, and nothing in it is pointed out."""
        raise NotImplementedError

    def exhibit(self) -> PlotExhibit:
        """What is exported."""
        return PlotExhibit(self)

    def tip_at(self, place: QPointF) -> str:
        """The tooltip at a pixel; nothing where the chart's own will do."""
        return ""

    def pick_at(self, place: QPointF) -> None:
        """What a double click does at a pixel."""

    def is_mine(self, event: QKeyEvent) -> bool:
        """Whether a key means something here, and is no shortcut of the window."""
        return event.modifiers() == Qt.KeyboardModifier.AltModifier and event.key() in PANS

    @property
    def theme(self) -> Theme:
        """The colours of the window."""
        return self._theme

    @property
    def controls(self) -> tuple[QWidget, ...]:
        """What Tab reaches, in order."""
        return self, self.log_button, self.fit_button

    @property
    def plotted(self) -> tuple[pg.GraphicsObject, ...]:
        """All items of the data."""
        return tuple(self._items)

    @property
    def series_names(self) -> list[str]:
        """What the legend lists."""
        return [item.name() for item in self._series]

    @property
    def is_moved(self) -> bool:
        """Whether somebody has zoomed or panned."""
        return self._is_moved

    @property
    def view_range(self) -> tuple[Ends, Ends]:
        """The ends of what is seen, as `way` has them."""
        across, up = self.box.viewRange()
        return (across[0], across[1]), (up[0], up[1])

    @property
    def is_logarithmic(self) -> tuple[bool, bool]:
        """Both axes, x and y."""
        across, up = (
            switch is not None and self._chosen_scales.get(switch.name, switch.begins)
            for switch in self.switches
        )
        return across, up

    @property
    def room(self) -> Rect:
        """The pixels of the plot, in the widget."""
        place = self.box.sceneBoundingRect()
        return Rect(place.x(), place.y(), place.width(), place.height())

    def ways(self, x: float, y: float) -> tuple[float, float]:
        """Where values stand on the axes; one of 0 at the start of a logarithmic one."""
        axes = zip((x, y), self.is_logarithmic, self.view_range, strict=True)
        across, up = (
            ends[0] if logarithmic and value <= 0 else way(value, logarithmic)
            for value, logarithmic, ends in axes
        )
        return across, up

    def pixel(self, x: float, y: float) -> QPointF:
        """Where a value stands, in pixels of the widget."""
        return QPointF(self.box.mapViewToScene(QPointF(*self.ways(x, y))))

    def plot_pixel(self, x: float, y: float) -> tuple[float, float]:
        """The same in pixels of the plot."""
        place = self.box.mapFromView(QPointF(*self.ways(x, y)))
        return place.x(), place.y()

    @property
    def plot_rect(self) -> Rect:
        """The plot in its own pixels."""
        return Rect(0, 0, self.box.width(), self.box.height())

    def set_logarithmic(self, axis: int, logarithmic: bool) -> None:
        """Switch an axis; all is seen then."""
        switch = self.switches[axis]
        if switch is not None and logarithmic != self.is_logarithmic[axis]:
            self._chosen_scales[switch.name] = logarithmic
            self._is_moved = False
            self.refresh()

    def set_theme(self, theme: Theme) -> None:
        """Paint in other colours."""
        self._theme = theme
        self.setBackground(theme.panel)
        for axis in (self.left, self.bottom):
            axis.set_theme(theme)
        self.refresh()

    def keep_aside(self, width_px: float) -> None:
        """Title and buttons end that much earlier: something stands there."""
        if width_px != self._aside_px:
            self._aside_px = width_px
            self.arrange()

    def toggle(self, name: str) -> None:
        """Hide a series, or show it again."""
        self._hidden ^= {name}
        self._show_hidden()

    def is_shown(self, name: str) -> bool:
        """Whether a series is not hidden."""
        return name not in self._hidden

    def fit(self) -> None:
        """Show all of it."""
        self._is_moved = False
        self.arrange()

    def show_home(self) -> None:
        """Forget what was looked at: with the next `refresh` all is seen."""
        self._is_moved = False

    def add(self, item: pg.GraphicsObject) -> None:
        """Put an item into the plot."""
        self.box.addItem(item, ignoreBounds=True)
        self._items.append(item)

    def add_series(self, item: pg.GraphicsObject) -> None:
        """Put an item into the plot, and its name into the legend."""
        self.add(item)
        self._series.append(item)

    def refresh(self) -> None:
        """Show the chart anew; of the same chart the part that is seen stays."""
        if self.heading != self._shown_title:
            self._shown_title, self._is_moved = self.heading, False
        for item in self._items:
            self.box.removeItem(item)
        self._items, self._series = [], []
        if not self.empty_words:
            self.fill()
        self.legend.show_items(self._series, self._theme)
        self._show_hidden()
        self.arrange()
        self.describe()

    def describe(self) -> None:
        """Tell a screen reader what is seen."""
        self.setAccessibleName(self.sentence)

    def look_like(self, other: PlotView) -> None:
        """The same scales, the same part, the same series as another view of the chart."""
        self._chosen_scales, self._hidden = dict(other._chosen_scales), set(other._hidden)
        self.refresh()
        if other.is_moved:
            self._is_moved = True
            self.box.setRange(None, *other.view_range, padding=0)

    @qt_override
    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: D102
        super().paintEvent(event)
        if self.hasFocus():
            with painting(self.viewport()) as painter:
                paint_ring(painter, self.rect().adjusted(0, 0, -1, -1), self._theme)

    @qt_override
    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        super().focusInEvent(event)
        self.viewport().update()  # for the ring

    @qt_override
    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: D102
        super().focusOutEvent(event)
        self.viewport().update()

    @qt_override
    def resizeEvent(self, event: QResizeEvent | None) -> None:  # noqa: D102
        super().resizeEvent(event)
        if self._is_made and not self.closed:  # pyqtgraph calls it while it makes the view
            self.arrange()

    @qt_override
    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begins a click or a drag; what is around the chart does not hear of it."""
        super().mousePressEvent(event)
        event.accept()

    @qt_override
    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Ends a click or a drag."""
        super().mouseReleaseEvent(event)
        event.accept()

    @qt_override
    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Picks what is there."""
        super().mouseDoubleClickEvent(event)
        event.accept()
        if event.button() == Qt.MouseButton.LeftButton:
            self.pick_at(event.position())

    @qt_override
    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: D102
        if self.scrolls and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
        else:
            super().wheelEvent(event)

    @qt_override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Zooms, pans, shows all."""
        if not self._has_moved_by(event):
            QWidget.keyPressEvent(self, event)

    @qt_override
    def event(self, event: QEvent) -> bool:
        """The keys of a chart are its own while it has the keyboard."""
        asked = event.type() is QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and self.is_mine(event):
            event.accept()
            return True
        return bool(super().event(event))

    @qt_override
    def viewportEvent(self, event: QEvent) -> bool:
        """Tooltips are of what is under the mouse, else of the chart."""
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            words = self.tip_at(event.pos().toPointF())
            tip = plain_tip(words) if words else rich_tip(self.toolTip())
            QToolTip.showText(event.globalPos(), rich_tip(tip), self)
            return True
        return bool(super().viewportEvent(event))

    def _show_hidden(self) -> None:
        for item in self._series:
            item.setVisible(self.is_shown(item.name()))
        for sample, _ in self.legend.items:
            sample.update()
        self._menu.fill()

    def _has_moved_by(self, event: QKeyEvent) -> bool:
        """Whether a key that all charts know has changed what is seen."""
        key, (across, up) = event.key(), self.view_range
        if key == Qt.Key.Key_0:
            self.fit()
        elif event.modifiers() == Qt.KeyboardModifier.AltModifier and key in PANS:
            right, higher = PANS[key]
            x, y = right * (across[1] - across[0]), higher * (up[1] - up[0])
            enabled = self.box.mouseEnabled()
            self.box.translateBy(x=x if enabled[X] else None, y=y if enabled[Y] else None)
            self._mark_moved()
        elif key in ZOOMS:
            enabled = self.box.mouseEnabled()
            self.box.scaleBy([ZOOMS[key] if enabled[axis] else 1.0 for axis in (X, Y)])
            self._mark_moved()
        else:
            return False
        return True

    def _mark_moved(self, *_told: object) -> None:
        self._is_moved = True
        self._place_legend(self.width() - 2 * EDGE_PX)

    def _lay_out(self) -> None:
        layout = self.grid.layout
        layout.setContentsMargins(EDGE_PX, 0, EDGE_PX, 0)
        layout.setSpacing(0)
        for row, words in ((TITLE, self.title), (NAME, self.up_name), (NOTES, self.notes)):
            self.grid.addItem(words, row, 0, 1, 3)
        self.grid.addItem(self.left, PLOT, 0)
        self.grid.addItem(self.box, PLOT, 1)
        self.grid.addItem(self.bottom, AXIS, 1)
        self.grid.addItem(self.across_name, ACROSS, 1)
        self.grid.addItem(self.hint, HINT, 0, 1, 3)
        layout.setRowFixedHeight(TITLE, TITLE_PX)
        layout.setRowSpacing(NAME, SPACE_PX)  # the highest number reaches into it
        self.setCentralItem(self.grid)
        for axis in (self.left, self.bottom):
            axis.linkToView(self.box)
            axis.setZValue(UNDER)
        self.legend.setParentItem(self.grid)
        self.box.sigResized.connect(self._fit_home)
        self.box.sigRangeChangedManually.connect(self._mark_moved)
        self.legend.sigSampleClicked.connect(lambda item: self.toggle(item.name()))

    def _set_up_buttons(self) -> None:
        self.log_button.setText(tr("log"))
        self.log_button.setCheckable(True)
        self.log_button.setToolTip(tr("Logarithmic: every line is ten times the one before."))
        self.log_button.clicked.connect(lambda on: self.set_logarithmic(self.main_axis, on))
        self.fit_button.setText(tr("all"))
        self.fit_button.setToolTip(tr("Show all of it again (0)."))
        self.fit_button.clicked.connect(self.fit)
        for button in (self.log_button, self.fit_button):
            button.setObjectName("chart")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            button.setAccessibleName(button.toolTip())

    def arrange(self) -> None:
        """All parts into the room that there is; where all is to be seen, it is fitted anew."""
        is_empty, inner = bool(self.empty_words), self.width() - 2 * EDGE_PX
        for item in (self.box, self.left):
            item.setVisible(not is_empty)
        self.bottom.setVisible(not is_empty and self.has_room_for_axis)
        across, up = self.axis_names
        muted = self._theme.muted
        has_up = bool(up) and not is_empty and self.height() >= ROOMY_PX
        has_across = bool(across) and not is_empty and self.height() >= self.named_px
        self.up_name.show_lines([LineItem(up, muted)] if has_up else [])
        self.across_name.show_lines([LineItem(across, muted)] if has_across else [])
        self.hint.setVisible(is_empty)
        self.hint.show_lines(lines_of(self.empty_words, muted, min(inner, 420.0)))
        self.notes.show_lines(self.fitting_notes(inner))
        self._place_legend(inner)
        self.grid.layout.activate()
        self._fit_home()

    def _fit_home(self, *_told: object) -> None:
        """All of it into the plot, unless somebody looks at a part."""
        if self._is_made and not (self.closed or self.empty_words or self._is_moved):
            across, up = self.home()
            self.box.setRange(None, across, up, padding=0)

    def _place_legend(self, inner: float) -> None:
        """At the right of the title, at the right of the plot, or in rows above it."""
        layout, legend = self.grid.layout, self.legend
        legend.setVisible(legend.count > 0)
        layout.setRowFixedHeight(ABOVE, 0)
        layout.setColumnFixedWidth(2, 0)
        right = self._place_buttons()
        headings = (self.heading, self.short_heading)
        fits = (words for words in headings if _title_px(words) + legend.row_px <= right - EDGE_PX)
        heading, beside_title = next(fits, ""), bool(legend.count)
        if not heading:
            heading, beside_title = self.heading, False
        if beside_title:
            legend.arrange(legend.count)
            right -= legend.row_px
            legend.setPos(right, 2)
        elif legend.count and self._legend_beside(inner):
            legend.arrange(1)
            layout.setColumnFixedWidth(2, legend.entry_px)
            legend.setPos(EDGE_PX + inner - legend.entry_px + 3 * SPACE_PX, TITLE_PX)
        elif legend.count:
            high = legend.arrange(int(inner // legend.entry_px))
            has_room = high <= MOST_ABOVE * self.height()  # else the menu lists the series
            legend.setVisible(has_room)
            layout.setRowFixedHeight(ABOVE, high if has_room else 0)
            legend.setPos(EDGE_PX, TITLE_PX)
        aside = self.width() - EDGE_PX - right
        self.title.show_lines([LineItem(heading, self._theme.text)], aside=aside)

    def _legend_beside(self, inner: float) -> bool:
        """Whether the plot has room for a legend at its right."""
        if not self.has_legend_beside:
            return False
        return inner >= BESIDE_FROM_PX and self.legend.entry_px <= MOST_BESIDE * inner

    def _place_buttons(self) -> float:
        """At the right of the title; where they begin."""
        right: float = self.width() - EDGE_PX - self._aside_px
        is_seen = not self.empty_words
        self.log_button.setVisible(is_seen and self.switches[self.main_axis] is not None)
        self.log_button.setChecked(self.is_logarithmic[self.main_axis])
        self.fit_button.setVisible(is_seen and self._is_moved)
        for button in (self.log_button, self.fit_button):
            if not button.isHidden():
                width = button.sizeHint().width()
                button.setGeometry(int(right - width), 1, width, BUTTON_PX)
                right -= width + 2 * SPACE_PX
        return right


def _title_px(words: str) -> float:
    """Pixels of a title, and of the air behind it."""
    return measure(words, BASE_PX - 1) * BOLD + 4 * SPACE_PX
