"""Ten seconds for the top of README: a launch plays, a thread tells its story, lanes idle."""

from __future__ import annotations

from pathlib import Path

from gpuviz.scene.scene import ThreadHit
from gpuviz.session.settings import LanguageName
from gpuviz.ui.main_window import MainWindow
from tools.film.actor import Actor, place_of
from tools.film.camera import Camera
from tools.film.first_minutes import filmed

PIXELS = (1120, 720)
OPERATION = "vector_add"
SPEED = 4.0  # times as fast as a launch is told to somebody who reads along
THREAD = ThreadHit(3, 7 * 32 + 4)  # in the last warp that has work, which the window chooses


def film(path: Path, language: LanguageName) -> int:
    """Write the film; 0 where every action could be done."""
    return filmed(path, language, PIXELS, _act, OPERATION)


def _act(window: MainWindow, camera: Camera) -> None:
    actor, session = Actor(window, camera), window.session
    session.playback.speed = SPEED
    actor.wait(0.6)
    actor.press("Space")
    actor.wait(3.2)
    session.playback.pause()
    actor.click(window.stage, place_of(window.stage, THREAD))
    actor.wait(1.8)
    actor.click(window.panels.launch.form.block_fields[0])
    actor.press("Ctrl+A")
    actor.type("31")
    actor.press("Return")
    actor.wait(2.4)
