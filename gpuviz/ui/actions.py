"""The menus and actions of the window as tables, and how a QMenuBar is made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow

from gpuviz.ui.texts import tr

SEPARATOR = ""


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One action. `shortcut` as QKeySequence reads it; `tip` in plain words."""

    id: str
    text: str
    shortcut: str
    tip: str
    checkable: bool = False


@dataclass(frozen=True, slots=True)
class MenuSpec:
    """One menu: the ids of its actions in order, SEPARATOR between groups."""

    id: str
    title: str
    actions: tuple[str, ...]


ACTIONS = (
    ActionSpec("open", "&Open…", "Ctrl+O", "Open a kernel file of your own, or a recording."),
    ActionSpec("screenshot", "Save &screenshot…", "Ctrl+Shift+S", "Save a picture of the window."),
    ActionSpec("quit", "&Quit", "Ctrl+Q", "Close gpuviz."),
    ActionSpec("run", "&Run", "Ctrl+R", "Launch the kernel with these numbers."),
    ActionSpec("cancel", "&Cancel", "Esc", "End the launch that is under way."),
    ActionSpec("live", "&Live", "Ctrl+L", "Run again with each change.", checkable=True),
    ActionSpec("play", "&Play or pause", "Space", "Play the steps of the launch."),
    ActionSpec("forward", "Step &forward", "Right", "One step of one warp forward."),
    ActionSpec("back", "Step &back", "Left", "One step of one warp back."),
    ActionSpec("round_forward", "Round f&orward", "Shift+Right", "One step of every warp forward."),
    ActionSpec("round_back", "Round b&ack", "Shift+Left", "One step of every warp back."),
    ActionSpec("first", "To the &start", "Home", "Before the first step."),
    ActionSpec("last", "To the &end", "End", "After the last step."),
    ActionSpec("theme", "Light or dark &theme", "Ctrl+T", "Change between light and dark."),
    ActionSpec("layout", "&Reset layout", "", "Put all panels back where they were."),
    ActionSpec("shortcuts", "&Keyboard shortcuts", "F1", "All keys on one page."),
    ActionSpec("about", "&About gpuviz", "", "What gpuviz is, and its version."),
)

MENUS = (
    MenuSpec("file", "&File", ("open", "screenshot", SEPARATOR, "quit")),
    MenuSpec("run", "&Run", ("run", "cancel", SEPARATOR, "live")),
    MenuSpec(
        "playback",
        "&Playback",
        (
            "play",
            SEPARATOR,
            "forward",
            "back",
            "round_forward",
            "round_back",
            SEPARATOR,
            "first",
            "last",
        ),
    ),
    MenuSpec("view", "&View", ("theme", "layout", SEPARATOR)),
    MenuSpec("help", "&Help", ("shortcuts", "about")),
)


def build_actions(
    window: QMainWindow, handlers: Mapping[str, Callable[[], object]]
) -> dict[str, QAction]:
    """The actions by id, each calling its handler. Raises KeyError for one without a handler."""
    return {spec.id: _action(window, spec, handlers[spec.id]) for spec in ACTIONS}


def build_menus(
    window: QMainWindow, actions: Mapping[str, QAction], docks: Mapping[str, QAction]
) -> None:
    """Fill the menu bar; the View menu ends with an entry for each dock."""
    for spec in MENUS:
        menu = window.menuBar().addMenu(tr(spec.title))
        for action in spec.actions:
            if action == SEPARATOR:
                menu.addSeparator()
            else:
                menu.addAction(actions[action])
        if spec.id == "view":
            menu.addActions(list(docks.values()))


def shortcut_table() -> str:
    """All shortcuts as rows of an HTML table."""
    rows = (
        f"<tr><td><b>{spec.shortcut}</b>&nbsp;&nbsp;&nbsp;</td><td>{tr(spec.tip)}</td></tr>"
        for spec in ACTIONS
        if spec.shortcut
    )
    return f"<table cellpadding='3'>{''.join(rows)}</table>"


def _action(window: QMainWindow, spec: ActionSpec, handler: Callable[[], object]) -> QAction:
    action = QAction(tr(spec.text), window)
    action.setShortcut(QKeySequence(spec.shortcut))
    action.setToolTip(f"{tr(spec.tip)} ({spec.shortcut})" if spec.shortcut else tr(spec.tip))
    action.setStatusTip("")
    action.setCheckable(spec.checkable)
    action.triggered.connect(lambda checked: handler())
    return action
