"""The line above the picture, where one is and what the colours mean, and the sentence below it."""

from __future__ import annotations

from collections.abc import Callable

from gpuviz.insight.stage_warp import source_line
from gpuviz.insight.states import ThreadState
from gpuviz.launch import WARP_SIZE
from gpuviz.ui.stage.colours import state_color
from gpuviz.ui.stage.scene import (
    Area,
    BlockHit,
    GridHit,
    Hit,
    Item,
    Label,
    Panel,
    Rect,
    Scene,
    ThreadHit,
)
from gpuviz.ui.stage.viewpoint import Viewpoint
from gpuviz.ui.stage.words import GRID, STATE_NAMES, block_name, no_steps, phrase, what_happens

SIZE = 12
SWATCH = 9.0
ALWAYS = (
    ThreadState.NOT_STARTED,
    ThreadState.RUNNING,
    ThreadState.AT_BARRIER,
    ThreadState.FINISHED,
    ThreadState.MASKED_OFF,
    ThreadState.HAZARD,
)


def breadcrumb(view: Viewpoint) -> Scene:
    """ "Grid › Block 3 › Warp 7 › Thread 231": each part can be clicked."""
    items: list[Item] = []
    areas: list[Area] = []
    x = view.layout.header.x
    for position, (text, hit) in enumerate(crumbs := _crumbs(view)):
        last = position == len(crumbs) - 1
        wide = view.measure(text, SIZE) * (1.12 if last else 1) + 2
        rect = Rect(x, view.layout.header.y, wide, SIZE * 2)
        color = view.theme.text if last else view.theme.muted
        items.append(Label(rect, text, color, SIZE, bold=last))
        areas.append(Area(rect, _always(hit)))
        x = rect.right
        if not last:
            items.append(
                Label(Rect(x, rect.y, 16, rect.h), "›", view.theme.faint, SIZE, align="center")
            )
            x += 16
    return Scene(tuple(items), tuple(areas))


def legend(view: Viewpoint) -> Scene:
    """A swatch and a name for each state, right-aligned; a second line where one is too short."""
    names = [(state, view.say(STATE_NAMES[state])) for state in _shown(view)]
    widths = [view.measure(name, 11) + SWATCH + 18 for _, name in names]
    header = view.layout.header
    crumbs = sum(view.measure(text, SIZE) * 1.1 + 18 for text, _ in _crumbs(view))
    x = max(header.right - sum(widths), header.x + crumbs + 8)
    items: list[Item] = []
    for (state, name), width in zip(names, widths, strict=True):
        items += _swatch(view, state, name, Rect(x, header.y, width, SIZE * 2))
        x += width
    return Scene(tuple(items))


def sentence(view: Viewpoint) -> Scene:
    """What happens now, in words."""
    message = (
        what_happens(view.trace, view.now, view.instant)
        if view.facts.order is not None
        else no_steps(view.trace)
    )
    room = view.layout.sentence
    text = view.say(message)
    items = [Label(room, text, view.theme.text, SIZE)]
    code = _code(view)
    if code:
        behind = view.measure(text, SIZE) + 10
        room = room._replace(x=room.x + behind, w=room.w - behind)
        items.append(Label(room, code, view.theme.text, SIZE, mono=True))
    return Scene(tuple(items), sentence=f"{text} {code}".strip())


def _code(view: Viewpoint) -> str:
    """The line of source that the sentence ends with, if it does."""
    now = view.now
    shown = now is not None and now.state in (ThreadState.RUNNING, ThreadState.READY)
    if now is None or now.statement is None or not shown or view.instant.ended:
        return ""
    return source_line(view.trace, now.statement.function, now.statement.line)


def _crumbs(view: Viewpoint) -> list[tuple[str, Hit]]:
    crumbs: list[tuple[str, Hit]] = [(view.say(GRID), GridHit())]
    if view.block is not None:
        name = block_name(view.trace, view.block)
        text = view.say(phrase("crumb-block", "Block {block}", block=name))
        crumbs.append((text, BlockHit(view.block)))
        if view.thread is not None:
            warp = view.thread // WARP_SIZE
            first = ThreadHit(view.block, warp * WARP_SIZE)
            crumbs.append((view.say(phrase("crumb-warp", "Warp {warp}", warp=warp)), first))
            lane = phrase("crumb-lane", "Lane {lane}", lane=view.thread % WARP_SIZE)
            crumbs.append((view.say(lane), ThreadHit(view.block, view.thread)))
    return crumbs


def _shown(view: Viewpoint) -> tuple[ThreadState, ...]:
    if view.facts.order is None:
        return ()
    return (*ALWAYS[:2], ThreadState.READY, *ALWAYS[2:])


def _swatch(view: Viewpoint, state: ThreadState, name: str, room: Rect) -> list[Item]:
    square = Rect(room.x, room.y + (room.h - SWATCH) / 2, SWATCH, SWATCH)
    stroke = view.theme.faint if state is ThreadState.MASKED_OFF else ""
    words = Rect(square.right + 5, room.y, room.w - SWATCH - 5, room.h)
    return [
        Panel(square, state_color(view.theme, state), stroke, radius=2),
        Label(words, name, view.theme.muted, 11),
    ]


def _always(hit: Hit) -> Callable[[float, float], Hit | None]:
    return lambda x, y: hit
