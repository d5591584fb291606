"""The panel of pictures follows what is launched; what is drawn in it is launched again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from gpuviz.insight.partly_written import PartlyWritten
from gpuviz.insight.shown_arrays import Part, ShownArrays
from gpuviz.messages import Message
from gpuviz.operation import OperationInfo
from gpuviz.scene.launch.choice import ShownLaunch
from gpuviz.scene.pictures.content import Card, as_pictures, cards_of
from gpuviz.scene.pictures.film import film_cards, with_agent, without_film
from gpuviz.scene.pictures.maze import FREE, longest_walk
from gpuviz.scene.pictures.plots import walk_of
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.launch_controller import LaunchController
from gpuviz.session.playback import Playback
from gpuviz.session.selection import Selection
from gpuviz.texts import title_of, tr
from gpuviz.ui.pictures.element_controller import ElementController
from gpuviz.ui.pictures.view import PicturesView

if TYPE_CHECKING:
    from gpuviz.engines.request import LaunchResult

NOTHING = Message(
    "pictures.none",
    "{title} works on plain numbers: its arrays stand on the stage. Operations that work on"
    " pictures, such as a convolution, show them here.",
)
NOT_RUN = Message("pictures.not-run", "Press Run: what {title} works on stands here.")
RECORDING = Message(
    "pictures.recording", "A recording does not say what its arrays mean: they are on the stage."
)


class PicturesController(QObject):
    """Fills the panel while somebody looks at it."""

    def __init__(
        self,
        view: PicturesView,
        launches: LaunchController,
        playback: Playback,
        selection: Selection,
    ) -> None:
        super().__init__(view)
        self._view, self._launches, self._playback = view, launches, playback
        self._of: object = None  # the result that is shown
        self._outdated = ""  # why it is not that of the drawing
        self._follows = False  # the pictures show how far the launch on the stage is
        self._sampled: object = None  # the result whose own input is on the canvas
        signals = (
            launches.resultReady,
            launches.choiceChanged,
            launches.staleChanged,
            view.pictureWanted,
        )
        self._later = CoalescedCall(self, self.refresh, *signals, playback.traceChanged)
        view.pad.drawn.connect(self._draw)
        self._arrays: ShownArrays | None = None
        self._arrays_of: LaunchResult | None = None
        self._after: object = None  # at which moment the cards are shown
        self._start: tuple[int, int] | None = None  # of an agent in a maze
        self._partly: PartlyWritten | None = None  # of the launch that is played
        self._partly_of: object = None
        self.elements = ElementController(view, launches, playback, selection)
        view.gallery.elementPicked.connect(self._pick)
        launches.operationChanged.connect(self.elements.drop)
        view.clock.moved.connect(self._turn)
        view.clock.playingChanged.connect(self._stage_follows)
        view.bar.sought.connect(self._stage_follows)
        launches.launchOpened.connect(self._follow_opened)
        self._in_step = CoalescedCall(
            self, self._follow_stage, playback.momentChanged, playback.playingChanged
        )

    def refresh(self) -> None:
        """Show the arrays as they are now, if anybody looks."""
        if not self._view.is_seen:
            return
        shown, operation = self._launches.shown, self._launches.choice.operation
        if shown is None and self._playback.trace is not None:
            self._say(RECORDING, operation)
        elif not operation.show:
            self._say(NOTHING, operation)
        elif shown is None or shown.choice.operation.path != operation.path:
            self._say(self._launches.running or NOT_RUN, operation)
        else:
            self._show(shown)

    def _say(self, words: Message, operation: OperationInfo) -> None:
        self._of = self._arrays = self._arrays_of = None
        self.elements.set_arrays(None)
        self.elements.drop()
        self._view.clock.set_length(0)
        self._view.show_words(replace(words, values={"title": title_of(operation)}))

    def _show(self, shown: ShownLaunch) -> None:
        inputs, outputs = _arrays(shown)
        drawable = drawable_of(shown.choice.operation, inputs)
        if drawable is not None:
            self._show_sample(shown, drawable, inputs)
        self._take_arrays(shown)
        outdated, after = self._outdated_words(shown), self._moment()
        if outputs is self._of and (outdated, after) == (self._outdated, self._after):
            return
        self._of, self._outdated, self._after = outputs, outdated, after
        beside = tuple(card for card in self._cards(shown) if card.name != drawable)
        if outdated:
            beside = tuple(replace(card, says="", problem=outdated) for card in beside)
        self._view.show_cards(beside, drawable=drawable)

    def _take_arrays(self, shown: ShownLaunch) -> None:
        """The film of another result."""
        result = shown.result
        if result is self._arrays_of:
            return
        again = self._arrays_of is not None and self._arrays_of.number == result.number
        self._arrays_of = result
        if again:  # one more of its launches was fetched
            return
        film = None
        if shown.of_pipeline and result.history is not None and result.history.arguments:
            film = ShownArrays(result.inputs, result.history)
        self._arrays = film
        self.elements.set_arrays(film)
        self._start = self._first_start(shown)
        kernels = tuple(trace.kernel for trace in result.launches) if film and film.films else ()
        self._view.clock.set_length(len(kernels), self._moves(shown) if kernels else 0)
        self._view.show_film(kernels)

    def _moves(self, shown: ShownLaunch) -> int:
        """Of an agent that follows the arrows at the end."""
        operation, outputs = shown.choice.operation, shown.result.outputs
        arrows = [card for card in cards_of(operation, {}, outputs) if card.maze]
        walk = walk_of(replace(arrows[-1], start=self._start)) if arrows else None
        return 0 if walk is None else len(walk.fields) - 1

    def _first_start(self, shown: ShownLaunch) -> tuple[int, int] | None:
        """Where an agent begins until somebody chooses: with the longest way that arrives."""
        operation, outputs = shown.choice.operation, shown.result.outputs
        arrows = [card for card in cards_of(operation, {}, outputs) if card.maze]
        if not arrows:
            return None
        return longest_walk(arrows[-1].array, operation.maze).fields[0]

    def _moment(self) -> tuple[object, ...]:
        """What the cards depend on besides the result."""
        instant = self._playback.instant if self._is_in_step() else None
        return self._view.clock.position, self._start, instant

    def _is_in_step(self) -> bool:
        """Whether the launch on the stage is under way, and the pictures show how far it is."""
        shown = self._launches.shown
        if shown is None or self._arrays is None or self._view.clock.playing:
            return False
        return self._follows and self._view.clock.position == shown.row

    def _turn(self) -> None:
        """Another moment: what was told of an element was of the one before."""
        if not self.elements.leads:
            self.elements.drop()
        self.refresh()

    def _follow_stage(self) -> None:
        """While a launch plays, its pictures grow."""
        shown, playback = self._launches.shown, self._playback
        if shown is None or self._arrays is None or not self._arrays.films:
            return
        if playback.playing:
            self._follows = True
            self._view.clock.pause()
        if self._follows and shown.of_pipeline:
            self._view.clock.seek(shown.row + (1 if playback.ended else 0))
            self.refresh()

    def _follow_opened(self, shown: ShownLaunch) -> None:
        """Another launch on the stage: the pictures are as it left them."""
        self._follows = False
        if self._arrays is not None and self._arrays.films and not self.elements.leads:
            self._view.clock.seek(shown.row + 1)

    def _stage_follows(self) -> None:
        """The pictures stand still at a launch: it comes on the stage, where it was kept."""
        shown, clock = self._launches.shown, self._view.clock
        if shown is None or clock.playing or self._playback.playing:
            return
        self._follows = False
        row = clock.launches - 1
        if row >= 0 and row != shown.row and row in shown.result.whole:
            self._launches.opener.open(row)

    def _part(self) -> Part | None:
        """What the launch on the stage has written so far, while it is under way."""
        trace, order = self._playback.trace, self._playback.order
        if not self._is_in_step() or trace is None or order is None:
            return None
        if self._partly is None or self._partly_of is not trace:
            self._partly, self._partly_of = PartlyWritten(trace, order), trace
        partly, instant = self._partly, self._playback.instant
        return lambda parameter: partly.at(parameter, instant)

    def _cards(self, shown: ShownLaunch) -> tuple[Card, ...]:
        operation = shown.choice.operation
        clock = self._view.clock
        if self._arrays is None:
            still = cards_of(operation, *_arrays(shown))
            cards = tuple(map(without_film, still))
        else:
            over = self._launches_over(shown)
            cards = film_cards(operation, shown.result, self._arrays, over, self._part())
        moves = clock.beyond if clock.beyond else None
        return tuple(with_agent(card, self._start, moves) for card in cards)

    def _launches_over(self, shown: ShownLaunch) -> int:
        film = self._arrays is not None and bool(self._arrays.films)
        return self._view.clock.launches if film else len(shown.result.launches)

    def _pick(self, name: str, element: int) -> None:
        shown = self._launches.shown
        if shown is not None:
            self._view.clock.pause()
            self._put_agent(name, element)
            card = next((one for one in self._view.gallery.cards if one.name == name), None)
            own = name in _arrays(shown)[0] or name in _arrays(shown)[1]
            if own or card is None:
                self.elements.pick(name, element, self._launches_over(shown))
            else:
                self.elements.pick_on(card, element)

    def _put_agent(self, name: str, element: int) -> None:
        """An agent begins at the field that was picked, if it is free."""
        card = next((one for one in self._view.gallery.cards if one.name == name), None)
        if card is None or not card.maze:
            return
        row, column = divmod(element, len(card.maze[0]))
        if card.maze[row][column] == FREE:
            self._start = row, column
            self._later.ask()

    def _outdated_words(self, shown: ShownLaunch) -> str:
        """Why what came out is not of what is on the canvas; empty while it is, or soon will be."""
        given = self._launches.choice.given
        if given is shown.choice.given:
            return ""
        if given is not None and given.empty is not None:
            return tr("Nothing is drawn, so nothing comes out.")
        return "" if self._launches.live else tr("The drawing has changed: press Run.")

    def _show_sample(self, shown: ShownLaunch, name: str, inputs: Mapping[str, Any]) -> None:
        """The pipeline's own input, until somebody draws."""
        cards = cards_of(shown.choice.operation, inputs, {})
        self._view.pad.caption.setText(next(one.caption for one in cards if one.name == name))
        if shown.choice.given is not None or self._launches.choice.given is not None:
            return
        if self._sampled is not inputs:
            self._sampled = inputs
            array = np.asarray(inputs[name])
            self._view.pad.show_sample(as_pictures(array)[0].astype(np.float32) / _largest(array))

    def _draw(self, pixels: NDArray[np.float32]) -> None:
        """The first picture of the input is what was drawn; all others stay."""
        shown = self._launches.shown
        if shown is None or not shown.of_pipeline:
            return
        inputs = shown.result.inputs
        name = drawable_of(shown.choice.operation, inputs)
        if name is None:
            return
        array = np.array(inputs[name])
        as_pictures(array)[0] = (pixels * _largest(array)).astype(array.dtype)
        self._launches.give({name: array})


def drawable_of(operation: OperationInfo, inputs: Mapping[str, Any]) -> str | None:
    """The input that can be drawn: the first one of a pipeline whose SHOW says so."""
    if not operation.is_pipeline:
        return None
    drawn = (name for name, kind in operation.show.items() if kind == "draw" and name in inputs)
    return next((name for name in drawn if np.ndim(inputs[name]) >= 2), None)


def _arrays(shown: ShownLaunch) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """What went in and what came out: of a pipeline as a whole."""
    of = shown.result if shown.of_pipeline else shown.trace
    return of.inputs, of.outputs


def _largest(array: NDArray[Any]) -> float:
    """White."""
    return 255.0 if array.dtype == np.uint8 else 1.0
