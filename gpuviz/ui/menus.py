"""The menus of the window as a table, and how a QMenuBar is made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu

from gpuviz.messages import EnglishText
from gpuviz.texts import tr

SEPARATOR = ""
PANELS = "panels"  # stands for an entry for each panel
RECENT = "recent"  # stands for an entry for each file that was opened


@dataclass(frozen=True, slots=True)
class MenuSpec:
    """One menu: ids of actions in order, menus inside it, SEPARATOR between groups."""

    title: EnglishText
    entries: tuple[str | MenuSpec, ...]


FILE = MenuSpec(
    "&File",
    (
        MenuSpec("&New", ("new_kernel", "new_script", "new_c")),
        "open",
        MenuSpec("Open re&cent", (RECENT,)),
        *("save_text", "save_kernel", "recording", SEPARATOR),
        *("open_devices", "no_device_files", SEPARATOR),
        *("picture", "chart", "film", "timeline", "page", SEPARATOR),
        *("copy_picture", "screenshot", SEPARATOR),
        "quit",
    ),
)
SCHEDULES = ("schedule_lockstep", "schedule_warps", "schedule_adversarial")
RUN = MenuSpec(
    "&Run",
    (
        *("run", "cancel", SEPARATOR),
        *("to_operation", "to_size", "to_block", SEPARATOR),
        *("edit", "compare_original", SEPARATOR),
        *("live", "plays", MenuSpec("Sche&dule", SCHEDULES), "remote", SEPARATOR),
        *("compare", "swap"),
    ),
)
NEXT = (
    *("next_divergence", "next_barrier", "next_hazard", "next_breakpoint"),
    *(SEPARATOR, "next_warp", "next_line"),
)
PLAYBACK = MenuSpec(
    "&Playback",
    (
        *("play", "play_back", SEPARATOR),
        *("forward", "back", "round_forward", "round_back", SEPARATOR),
        *("first", "last", SEPARATOR),
        *(MenuSpec("To the ne&xt", NEXT), "next", "previous", SEPARATOR),
        *("breakpoint", "no_breakpoints", SEPARATOR),
        *("faster", "slower"),
    ),
)
SELECT = MenuSpec(
    "&Select",
    (
        *("goto", SEPARATOR),
        *("next_thread", "previous_thread", "next_block", "previous_block", "playing", SEPARATOR),
        *("enter", "leave", SEPARATOR),
        "copy",
    ),
)
GRID_COLOURS = (
    *("colour_state", "colour_sm", "colour_start"),
    *("colour_efficiency", "colour_idle", "colour_values"),
)
LANGUAGES = ("language_system", SEPARATOR, "language_en", "language_zh_CN")
PANEL_MENU = (PANELS, SEPARATOR, "memory_beside", "warp_beside")
VIEW = MenuSpec(
    "&View",
    (
        MenuSpec("Colour the &grid by", GRID_COLOURS),
        MenuSpec("Colour &elements by", ("by_touch", "by_value", "by_writer", "by_reads")),
        MenuSpec("&Heat of the source", ("heat_steps", "heat_memory", "heat_shared", "heat_idle")),
        *(SEPARATOR, "present", "audience", "theme", MenuSpec("&Language", LANGUAGES)),
        *(SEPARATOR, "all_panels", MenuSpec("Panel&s", PANEL_MENU)),
        *("next_panel", "previous_panel", "layout"),
    ),
)
LESSONS = MenuSpec(
    "&Lessons",
    (
        *("lessons", SEPARATOR),
        *("lesson_next", "lesson_back", "lesson_hint", "lesson_show", SEPARATOR),
        *("lesson_guess_1", "lesson_guess_2", "lesson_guess_3", "lesson_guess_4", SEPARATOR),
        *("lesson_handout", "lesson_leave"),
        *(SEPARATOR, "puzzles", SEPARATOR),
        *("puzzle_check", "puzzle_hint", "puzzle_solution", "puzzle_again"),
        *("puzzle_next", "puzzle_leave", SEPARATOR),
        "answers",
    ),
)
HELP = MenuSpec(
    "&Help",
    (
        *("welcome", "explain", SEPARATOR),
        *("shortcuts", "glossary", "validation", SEPARATOR),
        "about",
    ),
)
MENUS = (FILE, RUN, PLAYBACK, SELECT, VIEW, LESSONS, HELP)


def build_menus(
    window: QMainWindow,
    actions: Mapping[str, QAction],
    panels: Sequence[QAction],
    fill_recent: Callable[[QMenu], object],
) -> None:
    """Fill the menu bar; `panels` show and hide the panels, `fill_recent` takes the menu of files
    that were opened. Raises KeyError for an unknown id.
    """
    for spec in MENUS:
        _fill(window.menuBar().addMenu(tr(spec.title)), spec, actions, panels, fill_recent)


def listed(menu: MenuSpec) -> list[str]:
    """The ids of all actions of a menu and of the menus inside it, in order."""
    ids: list[str] = []
    for entry in menu.entries:
        ids += listed(entry) if isinstance(entry, MenuSpec) else [entry]
    return [one for one in ids if one not in (SEPARATOR, PANELS, RECENT)]


def _fill(
    menu: QMenu,
    spec: MenuSpec,
    actions: Mapping[str, QAction],
    panels: Sequence[QAction],
    fill_recent: Callable[[QMenu], object],
) -> None:
    menu.setToolTipsVisible(True)
    for entry in spec.entries:
        if isinstance(entry, MenuSpec):
            _fill(menu.addMenu(tr(entry.title)), entry, actions, panels, fill_recent)
        elif entry == RECENT:
            fill_recent(menu)
        elif entry == PANELS:
            menu.addActions(list(panels))
        elif entry == SEPARATOR:
            menu.addSeparator()
        else:
            menu.addAction(actions[entry])
