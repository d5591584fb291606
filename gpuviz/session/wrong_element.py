"""From a wrong result to where it shows: the first wrong element, when it was written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gpuviz.session.playback import Playback
from gpuviz.session.selection import ElementChoice, Selection

if TYPE_CHECKING:
    from gpuviz.engines.wrong_elements import WrongElements


def go_to_wrong(playback: Playback, selection: Selection, wrong: WrongElements) -> None:
    """Choose the first wrong element and who wrote it, at the moment of the last write; the end
    where that was not kept, or nobody wrote.
    """
    from gpuviz.engines.wrong_elements import writer_of_first
    from gpuviz.insight.touch_moments import Touching, array_row, touch_moments

    trace, order = playback.trace, playback.order
    array = None if trace is None else array_row(trace, wrong.array, "global")
    if trace is None or array is None:
        return
    writer, moment = writer_of_first(trace, wrong), playback.length
    if writer is not None:
        selection.select_thread(*writer)
        wanted = Touching(*writer, array, wrong.first)
        moments = touch_moments(trace, order, wanted).tolist() if order is not None else []
        moment = int(moments[-1]) if moments else playback.length
    playback.seek_step(moment)
    selection.select_element(ElementChoice(array, wrong.first))
