"""The pictures and films of one recording, as `gpuviz export` writes them; needs Qt."""

from __future__ import annotations

import sys
from pathlib import Path

from gpuviz.cli.drawing import RecordingDrawing, size_of
from gpuviz.cli.progress import counting
from gpuviz.insight.order import PlayOrder, instant_at, why_no_steps
from gpuviz.messages import Message, RequestRefused
from gpuviz.new_file import whole_file
from gpuviz.texts import tr
from gpuviz.ui.export.films import FILM_FORMATS, FilmFormat
from gpuviz.ui.export.moments import film_instants, film_speed
from gpuviz.ui.export.pictures import Shot, film_of, save_picture
from gpuviz.ui.stage.paint import measure


class Filming(RecordingDrawing):
    """Takes one recording as one choice says; raises RequestRefused where that cannot be."""

    def save(self, path: Path) -> str:
        """Writes one file; a line that says what it is."""
        kind = FILM_FORMATS.get(path.suffix[1:])
        return self._save_picture(path) if kind is None else self._save_film(path, kind)

    def _save_picture(self, path: Path) -> str:
        shot = self._shot(1)
        instant = instant_at(self._order, self._choice.step)
        save_picture(path, shot.sheet, shot.camera.scene(instant))
        return tr("{file}: {size}").format(file=path, size=size_of(shot.sheet))

    def _save_film(self, path: Path, kind: FilmFormat) -> str:
        kind.check()
        order, shot = self._played(), self._shot(2)
        instants = film_instants(order, *self._range(order), self._most(order, kind))
        fps = self._choice.fps or film_speed(len(instants))
        with whole_file(path) as part, counting(len(instants), tr("frames")) as drawn:
            kind.write(part, film_of(shot, instants, fps, lambda _: drawn()))
        return tr("{file}: {size}, {count} frames, {fps} frames per second").format(
            file=path, size=size_of(shot.sheet), count=len(instants), fps=f"{fps:.3g}"
        )

    def _played(self) -> PlayOrder:
        if self._order is not None:
            return self._order
        template = "There is nothing to film. {why} --png and --svg show how it ended."
        why = why_no_steps(self._facts.trace).text
        raise RequestRefused(Message("export.no-steps", template, {"why": why}))

    def _range(self, order: PlayOrder) -> tuple[int, int]:
        first, last = self._choice.first or 0, self._choice.last
        last = len(order) if last is None else last
        if first <= last:
            return first, last
        template = "The film would begin at step {first}, after its end at step {last}."
        raise RequestRefused(Message("export.backwards", template, {"first": first, "last": last}))

    def _most(self, order: PlayOrder, kind: FilmFormat) -> int:
        """How many frames; said where that leaves rounds out without having been asked for."""
        if self._choice.frames is not None:
            return self._choice.frames
        rounds = len(film_instants(order, *self._range(order), order.rounds + 2))
        if rounds > kind.most_frames:
            words = tr(
                "{count} of {rounds} rounds are shown, evenly chosen; --frames takes more."
            ).format(count=kind.most_frames, rounds=rounds)
            print("gpuviz:", words, file=sys.stderr)
        return kind.most_frames

    def _shot(self, multiple: int) -> Shot:
        """A camera and a sheet whose sides are multiples of a number: H.264 wants even ones."""
        sheet = self._sheet(multiple)
        return Shot(self._camera(sheet, measure), sheet)
