"""What the colours of a timeline mean."""

from __future__ import annotations

from gpuviz.scene.scene import Item
from gpuviz.scene.stage.colours import mix
from gpuviz.scene.timeline.legend_row import Entry, entries_px, entries_row
from gpuviz.scene.timeline.look import Rooms, ShownTimeline, TimelineLook
from gpuviz.scene.timeline.pixels import TAIL
from gpuviz.scene.timeline.words import source_text
from gpuviz.texts import tr


def legend_px(shown: ShownTimeline, look: TimelineLook) -> float:
    """Pixels of all entries."""
    return entries_px(_entries(shown, look), look)


def legend(shown: ShownTimeline, rooms: Rooms, look: TimelineLook) -> list[Item]:
    """The entries side by side, where there is room for them."""
    return entries_row(_entries(shown, look), rooms, look)


def _entries(shown: ShownTimeline, look: TimelineLook) -> list[Entry]:
    """A block, none, places in the tail."""
    theme = look.theme
    words = tr("a block, {source}").format(source=source_text(shown.timeline))
    entries = [
        Entry(words, theme.finished, shown.timeline.source),
        Entry(tr("no block"), theme.raised, "ground"),
    ]
    if shown.tail_s is not None:
        entries.append(Entry(tr("tail"), mix(theme.text, theme.raised, TAIL), "ground"))
    return entries
