"""The clock of pictures: it counts launches, and what goes on after them."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from gpuviz.session.film_clock import FilmClock


@pytest.fixture
def clock(qtbot: QtBot) -> FilmClock:
    made = FilmClock()
    made.set_length(3, extra=2)
    return made


def test_a_film_is_shown_first_as_the_pipeline_left_it(clock: FilmClock) -> None:
    assert (clock.position, clock.launches, clock.beyond, clock.end) == (3, 3, 0, 5)


def test_at_its_end_it_plays_from_before_the_first_launch(clock: FilmClock) -> None:
    places: list[int] = []
    clock.moved.connect(places.append)

    clock.play()
    while clock.playing:
        clock.tick()

    assert places == [0, 1, 2, 3, 4, 5]
    assert (clock.launches, clock.beyond) == (3, 2)


def test_a_paused_film_goes_on_where_it_stood(clock: FilmClock) -> None:
    clock.seek(1)

    clock.toggle()
    clock.toggle()

    assert not clock.playing
    assert clock.position == 1


@pytest.mark.parametrize(("wanted", "found"), [(-4, 0), (99, 5)])
def test_there_is_no_moment_outside_of_a_film(clock: FilmClock, wanted: int, found: int) -> None:
    clock.seek(wanted)

    assert clock.position == found


def test_another_film_stops_the_one_that_plays(clock: FilmClock) -> None:
    clock.play()

    clock.set_length(0)

    assert not clock.playing
    clock.play()
    assert not clock.playing
