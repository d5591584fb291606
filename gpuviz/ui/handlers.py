"""What each action of the window does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, get_args

from gpuviz.engines.request import ScheduleName
from gpuviz.insight.colourings import Colouring
from gpuviz.insight.element_colourings import ElementColouring
from gpuviz.scene.source.heat import HEATS, HeatName
from gpuviz.scene.theme import DARK, LIGHT
from gpuviz.session.playback import SPEEDS, Playback
from gpuviz.session.settings import LanguageName
from gpuviz.ui import dialogs
from gpuviz.ui.choosing import choose_playing, move_block, move_thread
from gpuviz.ui.clipboard import copy_text
from gpuviz.ui.colouring_desk import action_id
from gpuviz.ui.glossary import show_glossary
from gpuviz.ui.language_desk import language_action
from gpuviz.ui.playback.moment_kinds import KINDS, KindName
from gpuviz.ui.schedule_desk import SCHEDULES, schedule_action
from gpuviz.ui.welcome import show_welcome

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow

LANGUAGES: tuple[LanguageName, ...] = get_args(LanguageName)
Handlers = dict[str, Callable[[], object]]


def handlers(window: MainWindow) -> Handlers:
    """A handler for the id of each ActionSpec; called only once the window is complete."""
    return {
        "open": lambda: dialogs.ask_file(window, window.open_file),
        "screenshot": lambda: window.export_desk.ask_screenshot(),
        "quit": window.close,
        "run": lambda: _run(window),
        "cancel": lambda: _cancel_all(window),
        "live": lambda: window.launch_desk.set_live(window.actions_by_id["live"].isChecked()),
        "compare": lambda: window.compare_desk.toggle(),
        "swap": lambda: window.compare_desk.swap(),
        "present": lambda: window.present_desk.toggle(),
        "theme": lambda: window.set_theme(LIGHT if window.theme is DARK else DARK),
        "layout": lambda: window.arrangement.reset(),
        "shortcuts": lambda: dialogs.tell_shortcuts(window),
        "glossary": lambda: show_glossary(window),
        "welcome": lambda: show_welcome(window),
        "about": lambda: dialogs.tell_about(window),
        **_of_languages(window),
        **_of_lessons(window),
        **_of_export(window),
        **_of_playback(window.playback),
        **_of_moments(window),
        **_of_source(window),
        **_of_selection(window),
        **_of_colouring(window),
        **_of_schedules(window),
        **_of_elements(window),
    }


def _run(window: MainWindow) -> None:
    """Launch what the form says, with the number that is still being typed."""
    if window.panel.form.isEnabled():  # it rests while a recording is shown
        window.panel.form.take_typed()
    window.launch_desk.run()


def _of_languages(window: MainWindow) -> Handlers:
    return {language_action(one): partial(_pick_language, window, one) for one in LANGUAGES}


def _pick_language(window: MainWindow, language: LanguageName) -> None:
    window.language_desk.pick(language)


def _of_lessons(window: MainWindow) -> Handlers:
    return {
        "lessons": lambda: window.lessons.open_list(),
        "lesson_next": lambda: window.lessons.next(),
        "lesson_back": lambda: window.lessons.back(),
        "lesson_hint": lambda: window.lessons.hint(),
        "lesson_show": lambda: window.lessons.show_solution(),
        "lesson_leave": lambda: window.lessons.leave(),
        **{f"lesson_guess_{n + 1}": partial(_guess, window, n) for n in range(4)},
    }


def _guess(window: MainWindow, number: int) -> None:
    window.lessons.guess(number)


def _of_elements(window: MainWindow) -> Handlers:
    colour = {f"by_{one.value}": one for one in ElementColouring}
    return {name: partial(window.stage.arrays.colour, one) for name, one in colour.items()}


def _of_playback(playback: Playback) -> Handlers:
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


def _of_export(window: MainWindow) -> Handlers:
    return {
        "recording": lambda: window.export_desk.ask_recording(),
        "chart": lambda: window.export_desk.ask_chart(),
        "picture": lambda: window.export_desk.ask_picture(),
        "film": lambda: window.export_desk.ask_film(),
        "timeline": lambda: window.export_desk.ask_timeline(),
        "copy_picture": lambda: window.export_desk.copy_picture(),
    }


def _of_moments(window: MainWindow) -> Handlers:
    return {
        "next": lambda: window.moments.go(1),
        "previous": lambda: window.moments.go(-1),
        **{f"next_{kind.name}": partial(_go_to, window, kind.name) for kind in KINDS},
    }


def _of_source(window: MainWindow) -> Handlers:
    return {
        "breakpoint": lambda: window.source_desk.toggle_breakpoint(),
        "no_breakpoints": lambda: window.source_desk.clear_breakpoints(),
        **{f"heat_{heat.name}": partial(_choose_heat, window, heat.name) for heat in HEATS},
    }


def _choose_heat(window: MainWindow, name: HeatName) -> None:
    window.source_desk.choose_heat(name)


def _go_to(window: MainWindow, kind: KindName) -> None:
    window.moments.go_to(kind)


def _of_selection(window: MainWindow) -> Handlers:
    playback, selection = window.playback, window.selection
    return {
        "goto": lambda: window.go_to.open(),
        "copy": lambda: copy_text(window.inspector.text),
        "leave": lambda: _leave(window),
        "enter": lambda: window.stage.enter_block(selection.block or 0),
        "next_thread": lambda: move_thread(playback, selection, 1),
        "previous_thread": lambda: move_thread(playback, selection, -1),
        "next_block": lambda: move_block(playback, selection, 1),
        "previous_block": lambda: move_block(playback, selection, -1),
        "playing": lambda: choose_playing(playback, selection),
    }


def _of_schedules(window: MainWindow) -> Handlers:
    return {schedule_action(one): partial(_pick_schedule, window, one) for one in SCHEDULES}


def _pick_schedule(window: MainWindow, schedule: ScheduleName) -> None:
    window.launch_desk.pick_schedule(schedule)


def _of_colouring(window: MainWindow) -> Handlers:
    return {action_id(one): partial(window.stage.set_colouring, one) for one in Colouring}


def _leave(window: MainWindow) -> None:
    """Esc ends what is under way, or Present mode; else it goes one level up."""
    launcher = window.launcher
    if launcher.busy or launcher.pipelines.busy or launcher.replays.busy:
        _cancel(window)
    elif window.present_desk.presenting:
        window.present_desk.leave()
    else:
        window.stage.leave()


def _cancel_all(window: MainWindow) -> None:
    """A sweep too, which Esc lets go on: one looks at the stage meanwhile."""
    window.launcher.sweeps.cancel()
    _cancel(window)


def _cancel(window: MainWindow) -> None:
    window.launcher.openings.cancel()
    window.launcher.replays.cancel()
    window.launch_desk.cancel()


def _change_speed(playback: Playback, way: int) -> None:
    place = SPEEDS.index(playback.speed) + way
    playback.speed = SPEEDS[min(max(place, 0), len(SPEEDS) - 1)]
