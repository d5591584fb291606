"""From a click on an element of a picture to the thread on the stage that wrote it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from gpuviz.insight.element_making import ElementMaking, making_of
from gpuviz.insight.shown_arrays import Origin, ShownArrays, kernel_origin
from gpuviz.messages import GpuvizError
from gpuviz.scene.inspector.words import thread_words
from gpuviz.scene.launch.choice import ShownLaunch
from gpuviz.scene.launch.opening import launch_title
from gpuviz.scene.numbers import kernel_value
from gpuviz.scene.pictures.content import Card
from gpuviz.scene.pictures.making import MakingStory
from gpuviz.scene.pictures.marks import NO_MARKS, Marks
from gpuviz.scene.pictures.plots import FIRST_LETTER as FIRST
from gpuviz.scene.pictures.plots import LAST_LETTER as LAST
from gpuviz.session.coalesced import CoalescedCall
from gpuviz.session.launch_controller import LaunchController
from gpuviz.session.playback import Playback
from gpuviz.session.selection import ElementChoice, Selection
from gpuviz.texts import say, tr
from gpuviz.trace import Trace
from gpuviz.ui.pictures.view import PicturesView


@dataclass(frozen=True, slots=True)
class Picked:
    """An element of a shown array after so many launches, and who wrote it: the last one first."""

    name: str
    element: int
    shape: tuple[int, ...]
    value: object
    origins: tuple[Origin, ...]
    variable: str = ""  # the local variable of the thread that it is
    unknown: bool = False  # some launch wrote it, and nobody kept who
    late: bool = False  # a launch is going to write it
    by_look: bool = False  # no launch wrote it: the file's own function said it

    @property
    def maker(self) -> Origin | None:
        """Who made the value that others only went on with."""
        return self.origins[-1] if self.origins else None


class ElementController(QObject):
    """Opens the launch, chooses block, thread and element there, and goes to the moment of the
    write; tells beside the pictures how it was made.
    """

    def __init__(
        self,
        view: PicturesView,
        launches: LaunchController,
        playback: Playback,
        selection: Selection,
    ) -> None:
        super().__init__(view)
        self._view, self._launches = view, launches
        self._playback, self._selection = playback, selection
        self._picked: Picked | None = None
        self._of: object = None  # the result that it was picked of
        self._led = False  # the stage has been brought to the moment
        self._part = 0
        self._error: GpuvizError | None = None
        self._arrays: ShownArrays | None = None
        view.gallery.pickDropped.connect(self.drop)
        view.making.closeWanted.connect(self.drop)
        view.making.partPicked.connect(self._write_out)
        launches.opener.openFailed.connect(self._refuse)
        self._later = CoalescedCall(
            self, self._go_on, playback.traceChanged, launches.launchOpened, launches.resultReady
        )

    @property
    def leads(self) -> bool:
        """Whether the stage is on its way to the picked element: it does not move the pictures."""
        return self._picked is not None and not self._led

    def set_arrays(self, arrays: ShownArrays | None) -> None:
        """The arrays of the result that is shown."""
        self._arrays = arrays

    def pick(self, name: str, element: int, launches: int) -> None:
        """An element of an array, as it is after so many launches."""
        shown = self._launches.shown
        if shown is None:
            return
        self._take(shown, _picked(shown, self._arrays, name, element, launches))

    def pick_on(self, card: Card, element: int) -> None:
        """An element of a card that is no array: a variable of a kernel, or what look() said."""
        shown = self._launches.shown
        if shown is not None:
            self._take(shown, _picked_on(shown, card, element))

    def _take(self, shown: ShownLaunch, found: Picked | None) -> None:
        if found is None:
            return
        self._picked, self._of = found, shown.result.number
        self._led, self._part, self._error = False, 0, None
        maker = found.maker
        if maker is not None and shown.of_pipeline and maker.launch != shown.row:
            self._launches.opener.open(maker.launch)
        self._go_on()

    def drop(self) -> None:
        """Show the pictures alone."""
        self._picked = None
        self._view.show_making(None, NO_MARKS)

    def _write_out(self, part: int) -> None:
        self._part = part
        self._tell()

    def _refuse(self, error: GpuvizError) -> None:
        self._error = error
        self._tell()

    def _go_on(self) -> None:
        """The launch, or more of its steps, may be there by now."""
        shown, picked = self._launches.shown, self._picked
        if picked is None:
            return
        if shown is None or shown.result.number != self._of:
            self.drop()
            return
        self._tell()
        maker = picked.maker
        if self._led or maker is None or not self._is_on_stage(shown, maker):
            return
        trace = shown.trace
        block, thread = divmod(maker.thread, trace.config.block.size)
        self._selection.select_thread(block, thread)
        names = [info.name for info in trace.arrays]
        if maker.parameter in names:
            choice = ElementChoice(names.index(maker.parameter), maker.element)
            self._selection.select_element(choice)
        making, order = self._making(), self._playback.order
        if making is not None and order is not None:
            self._led = True
            self._playback.pause()
            self._playback.seek_step(int(order.position[making.moment_step]) + 1)
            self._tell()

    def _is_on_stage(self, shown: ShownLaunch, maker: Origin) -> bool:
        return not shown.of_pipeline or shown.row == maker.launch

    def _making(self) -> ElementMaking | None:
        """How it was made, where the launch on the stage says so."""
        shown, picked = self._launches.shown, self._picked
        maker = None if picked is None else picked.maker
        if shown is None or maker is None or not self._is_on_stage(shown, maker):
            return None
        return making_of(shown.trace, maker.parameter, maker.element, maker.thread)

    def _tell(self) -> None:
        shown, picked = self._launches.shown, self._picked
        if shown is None or picked is None:
            return
        making = self._making()
        marks = Marks(picked.name, picked.element, self._looked(shown, picked, making))
        self._view.show_making(self._story(shown, picked, making), marks)

    def _looked(
        self, shown: ShownLaunch, picked: Picked, making: ElementMaking | None
    ) -> dict[str, NDArray[np.int64]]:
        """Where the thread looked, as elements of arrays that are shown."""
        found: dict[str, NDArray[np.int64]] = {}
        maker = picked.maker
        if making is None or maker is None:
            return found
        for looked in making.looked:
            if not shown.of_pipeline:
                found.setdefault(looked.array, looked.elements)
            elif self._arrays is not None:
                traces, where = shown.result.launches, (maker.launch, looked.array)
                hosts = self._arrays.looked_through(traces, *where, looked.elements)
                for name, elements in hosts.items():
                    found.setdefault(name, elements)
        return found

    def _story(
        self, shown: ShownLaunch, picked: Picked, making: ElementMaking | None
    ) -> MakingStory:
        index = ", ".join(str(int(n)) for n in np.unravel_index(picked.element, picked.shape))
        title = tr("{name}[{index}] = {value}").format(
            name=picked.name, index=index, value=kernel_value(picked.value)
        )
        code = int(picked.value) if isinstance(picked.value, np.integer) else -1
        if shown.choice.operation.show.get(picked.name) == "text" and FIRST <= code <= LAST:
            title = f"{title} ({chr(code)!r})"
        if picked.variable:
            title = f"{picked.variable} = {kernel_value(picked.value)}"
        maker = picked.maker
        if maker is None:
            where = tr("No launch wrote it: it was so from the start.")
            if picked.unknown:
                where = tr("Which thread wrote an element is known of launches on the emulator.")
            if picked.late:
                where = tr("No launch has written it yet.")
            if picked.by_look:
                where = tr("No launch wrote it: look() worked it out for the picture.")
            return MakingStory(title, where, None)
        trace = shown.result.launches[maker.launch]
        where = _where(shown, trace, maker)
        note = "" if making is not None else self._note(shown, maker)
        after = tuple(_after_words(shown, one) for one in reversed(picked.origins[:-1]))
        return MakingStory(title, where, making, note, after, self._part)

    def _note(self, shown: ShownLaunch, maker: Origin) -> str:
        if self._error is not None:
            return say(self._error.message)
        if not self._is_on_stage(shown, maker):
            return tr("The pipeline runs once more for the steps of this launch.")
        block = maker.thread // shown.trace.config.block.size
        if block not in shown.trace.followed:
            return tr("The launch runs once more for the steps of this block.")
        return tr("The steps that wrote it were not kept.")


def _picked(
    shown: ShownLaunch, arrays: ShownArrays | None, name: str, element: int, launches: int
) -> Picked | None:
    if shown.of_pipeline:
        if name not in shown.result.inputs:
            return None
        if arrays is None:
            return _picked_of_unknown(shown, name, element)
        array = arrays.contents(name, launches)[0]
        origins = arrays.origins(name, element, launches)
        late = bool(arrays.origins(name, element, len(shown.result.launches)))
    else:
        trace = shown.trace
        outputs, inputs = trace.outputs.get(name), trace.inputs.get(name)
        array_or_none = outputs if outputs is not None else inputs
        if array_or_none is None:
            return None
        array = array_or_none
        origin, late = kernel_origin(trace, name, element), False
        origins = () if origin is None else (origin,)
        unknown = outputs is not None and name not in trace.last_writer
        if unknown:
            return Picked(name, element, array.shape, array.ravel()[element], (), unknown=True)
    return Picked(name, element, array.shape, array.ravel()[element], origins, late=late)


def _picked_of_unknown(shown: ShownLaunch, name: str, element: int) -> Picked:
    """Of a pipeline that ran elsewhere than on the emulator."""
    array = shown.result.outputs.get(name, shown.result.inputs[name])
    written = name in shown.result.outputs
    return Picked(name, element, array.shape, array.ravel()[element], (), unknown=written)


def _picked_on(shown: ShownLaunch, card: Card, element: int) -> Picked:
    value, shape = card.array.ravel()[element], card.array.shape
    if card.kind != "heat" or card.launch is None:
        return Picked(card.name, element, shape, value, (), by_look=True)
    row, unit = divmod(element, shape[1])
    writer = shown.result.launches[card.launch].last_writer[card.of]
    origin = Origin(card.launch, card.of, unit, int(writer.ravel()[unit]), False)
    return Picked(card.name, element, shape, value, (origin,), variable=card.rows[row])


def _where(shown: ShownLaunch, trace: Trace, maker: Origin) -> str:
    """ "Launch 1 of 12: conv2d · thread (5, 4, 3) of block (0, 1, 0)"."""
    block, thread = divmod(maker.thread, trace.config.block.size)
    words = thread_words(trace.config, block, thread)
    if not shown.of_pipeline:
        return f"{trace.kernel} · {words}"
    return f"{launch_title(maker.launch, len(shown.result.launches), trace.kernel)} · {words}"


def _after_words(shown: ShownLaunch, origin: Origin) -> str:
    """ "→ Launch 2 of 12: relu: 0.42": what a later launch put in its place."""
    trace = shown.result.launches[origin.launch]
    title = launch_title(origin.launch, len(shown.result.launches), trace.kernel)
    output = trace.outputs.get(origin.parameter)
    made = "" if output is None else f": {kernel_value(output.ravel()[origin.element])}"
    return f"→ {title}{made}"
