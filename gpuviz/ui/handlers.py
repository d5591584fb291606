"""What the actions of each part of the window do, by the id of their ActionSpec."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from gpuviz.insight.colourings import Colouring
from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.scene.moment_kinds import KINDS
from gpuviz.scene.source.heat import HEATS
from gpuviz.session.launch_controller import LaunchController
from gpuviz.session.moment_navigator import MomentNavigator
from gpuviz.session.playback import SPEEDS, Playback
from gpuviz.session.selection import Selection
from gpuviz.session.view_options import ViewOptions
from gpuviz.ui.colouring_controller import action_id
from gpuviz.ui.schedule_controller import SCHEDULES, schedule_action
from gpuviz.ui.source.controller import SourceController

if TYPE_CHECKING:
    from gpuviz.ui.export.controller import ExportController
    from gpuviz.ui.hand_in.controller import HandInController
    from gpuviz.ui.handout.controller import HandoutController
    from gpuviz.ui.lessons.controller import LessonController
    from gpuviz.ui.puzzles.controller import PuzzleController
    from gpuviz.ui.source.editor_controller import EditorController

Handlers = dict[str, Callable[[], object]]


def move_thread(playback: Playback, selection: Selection, count: int) -> None:
    """Choose the thread so many further on, across blocks; the first one where none is chosen."""
    if playback.trace is None:
        return
    config = playback.trace.config
    size = config.block.size
    if selection.block is None or selection.thread is None:
        selection.select_thread(selection.block or 0, 0)
        return
    wanted = selection.block * size + selection.thread + count
    selection.select_thread(*divmod(min(max(wanted, 0), config.threads - 1), size))


def move_block(playback: Playback, selection: Selection, count: int) -> None:
    """Choose the block so many further on, with the same thread of it, if one is chosen."""
    if playback.trace is None:
        return
    if selection.block is None:
        selection.select_block(0)
        return
    block = min(max(selection.block + count, 0), playback.trace.config.blocks - 1)
    if selection.thread is None:
        selection.select_block(block)
    else:
        selection.select_thread(block, selection.thread)


def choose_playing(playback: Playback, selection: Selection) -> None:
    """Choose the first thread that takes part in the step that is played."""
    if playback.trace is None or playback.order is None:
        return
    from gpuviz.insight.stage_warp import playing_warp

    playing = playing_warp(playback.trace, playback.order, playback.instant)
    if playing is not None:
        selection.select_thread(playing.block, playing.thread)


def lesson_handlers(of: Callable[[], LessonController]) -> Handlers:
    """The menu of lessons."""
    return {
        "lessons": lambda: of().open_list(),
        "lesson_next": lambda: of().next(),
        "lesson_back": lambda: of().back(),
        "lesson_hint": lambda: of().hint(),
        "lesson_show": lambda: of().show_solution(),
        "lesson_leave": lambda: of().leave(),
        **{f"lesson_guess_{n + 1}": partial(_guess, of, n) for n in range(4)},
    }


def puzzle_handlers(of: Callable[[], PuzzleController]) -> Handlers:
    """The puzzles in the same menu."""
    return {
        "puzzles": lambda: of().open_list(),
        "puzzle_check": lambda: of().check(),
        "puzzle_hint": lambda: of().hint(),
        "puzzle_solution": lambda: of().show_solution(),
        "puzzle_again": lambda: of().start_over(),
        "puzzle_next": lambda: of().next(),
        "puzzle_leave": lambda: of().leave(),
    }


def paper_handlers(
    answers: Callable[[], HandInController], handout: Callable[[], HandoutController]
) -> Handlers:
    """What goes to a lecturer, and what comes from one."""
    return {"answers": lambda: answers().ask(), "lesson_handout": lambda: handout().ask()}


def export_handlers(of: Callable[[], ExportController]) -> Handlers:
    """What the File menu saves."""
    return {
        "screenshot": lambda: of().ask_screenshot(),
        "recording": lambda: of().ask_recording(),
        "chart": lambda: of().ask_chart(),
        "picture": lambda: of().ask_picture(),
        "film": lambda: of().ask_film(),
        "timeline": lambda: of().ask_timeline(),
        "page": lambda: of().ask_page(),
        "copy_picture": lambda: of().copy_picture(),
    }


def source_handlers(of: Callable[[], SourceController], view: ViewOptions) -> Handlers:
    """Breakpoints and heat."""
    return {
        "breakpoint": lambda: of().toggle_breakpoint(),
        "no_breakpoints": lambda: of().clear_breakpoints(),
        **{f"heat_{heat.name}": partial(setattr, view, "heat", heat) for heat in HEATS},
    }


def editor_handlers(of: Callable[[], EditorController]) -> Handlers:
    """Writing kernels."""
    return {
        "edit": lambda: of().toggle(),
        "save_text": lambda: of().save(),
        "save_kernel": lambda: of().ask_save_as(),
        "compare_original": lambda: of().compare(),
    }


def playback_handlers(playback: Playback) -> Handlers:
    """Play, step and the like."""
    return {
        "play": playback.toggle,
        "play_back": playback.toggle_back,
        "forward": lambda: playback.step(1),
        "back": lambda: playback.step(-1),
        "round_forward": lambda: playback.move_round(1),
        "round_back": lambda: playback.move_round(-1),
        "first": lambda: playback.seek(0),
        "last": lambda: playback.seek(playback.length),
        "faster": lambda: _change_speed(playback, 1),
        "slower": lambda: _change_speed(playback, -1),
    }


def moment_handlers(moments: MomentNavigator) -> Handlers:
    """To the next moment of a kind."""
    return {
        "next": lambda: moments.go(1),
        "previous": lambda: moments.go(-1),
        **{f"next_{kind.name}": partial(moments.go_to, kind.name) for kind in KINDS},
    }


def selection_handlers(playback: Playback, selection: Selection) -> Handlers:
    """From thread to thread and from block to block."""
    return {
        "next_thread": lambda: move_thread(playback, selection, 1),
        "previous_thread": lambda: move_thread(playback, selection, -1),
        "next_block": lambda: move_block(playback, selection, 1),
        "previous_block": lambda: move_block(playback, selection, -1),
        "playing": lambda: choose_playing(playback, selection),
    }


def colouring_handlers(view: ViewOptions) -> Handlers:
    """What the colours of the grid, and those of arrays, mean."""
    elements = {f"by_{one.value}": one for one in ElementColouring}
    return {
        **{action_id(one): partial(setattr, view, "colouring", one) for one in Colouring},
        **{name: partial(setattr, view, "element_colouring", elements[name]) for name in elements},
    }


def schedule_handlers(launch: LaunchController) -> Handlers:
    """The order in which the emulator runs threads."""
    return {schedule_action(one): partial(launch.pick_schedule, one) for one in SCHEDULES}


def _guess(of: Callable[[], LessonController], number: int) -> None:
    of().guess(number)


def _change_speed(playback: Playback, way: int) -> None:
    place = SPEEDS.index(playback.speed) + way
    playback.speed = SPEEDS[min(max(place, 0), len(SPEEDS) - 1)]
