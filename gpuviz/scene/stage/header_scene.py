"""The line above the picture, where one is, and the sentence below it."""

from __future__ import annotations

from collections.abc import Callable

from gpuviz.insight.order import why_no_steps
from gpuviz.insight.stage_warp import source_line
from gpuviz.insight.states import ThreadState
from gpuviz.launch import WARP_SIZE
from gpuviz.scene.scene import (
    Area,
    BlockHit,
    GridHit,
    Hit,
    Item,
    Label,
    Rect,
    Scene,
    ThreadHit,
    WarpHit,
    mono_width,
)
from gpuviz.scene.stage.layout import SENTENCE
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.words import GRID, block_name, phrase, plays_now, what_happens

SIZE = 12
SHORT_CODE = 180.0  # pixels of source in which most lines still tell something


def breadcrumb(view: Viewpoint) -> Scene:
    """ "Grid › Block 3 › Warp 7 › Thread 231": each part can be clicked. A launch of a pipeline
    says which it is in the place of the grid.
    """
    items: list[Item] = []
    areas: list[Area] = []
    x = view.layout.header.x
    for position, (text, hit) in enumerate(crumbs := _crumbs(view)):
        last = position == len(crumbs) - 1
        wide = view.measure(text, view.px(SIZE)) * (1.12 if last else 1) + 2
        rect = Rect(x, view.layout.header.y, wide, view.px(SIZE) * 2)
        color = view.theme.text if last else view.theme.muted
        items.append(Label(rect, text, color, view.px(SIZE), bold=last))
        areas.append(Area(rect, _always(hit)))
        x = rect.right
        if not last:
            between = Rect(x, rect.y, 16, rect.h)
            items.append(Label(between, "›", view.theme.faint, view.px(SIZE), align="center"))
            x += 16
    return Scene(tuple(items), tuple(areas))


def sentence(view: Viewpoint) -> Scene:
    """What happens to the warp in focus, in words; and who plays now, where that is another one."""
    message = (
        what_happens(view.trace, view.now, view.instant)
        if view.facts.order is not None
        else why_no_steps(view.trace)
    )
    whole, text, code = view.layout.sentence, view.say(message), _code(view)
    room = whole._replace(h=SENTENCE)
    other = _playing_elsewhere(view, whole)
    beside = sum(area.rect.w + 16 for area in other.areas) if whole.h == room.h else 0.0
    room = room._replace(w=room.w - beside)
    taken = view.measure(text, view.px(SIZE)) * 1.02 + 6
    if taken + min(mono_width(code, view.px(SIZE)), SHORT_CODE) > room.w:
        code = ""
    if not code and text.endswith(":"):
        text = f"{text[:-1]}."
    items = [Label(room, text, view.theme.text, view.px(SIZE))]
    if code:
        behind = room._replace(x=room.x + taken, w=room.w - taken)
        items.append(Label(behind, code, view.theme.text, view.px(SIZE), mono=True))
    said = " ".join((text, code, *other.texts())).replace("  ", " ")
    if not whole.h:  # large letters: the caption under the stage says what is played
        return Scene(sentence=said.strip())
    return Scene((*items, *other.items), other.areas, said.strip())


def _playing_elsewhere(view: Viewpoint, room: Rect) -> Scene:
    """At the right end, or in the second row, to be clicked: the warp that plays, if it is not the
    one in focus.
    """
    playing = view.playing
    if playing is None or (view.now is not None and view.now.plays):
        return Scene()
    text = view.say(plays_now(view.trace, playing))
    width = view.measure(text, view.px(SIZE)) * 1.12 + 2
    left = room.x if room.h > SENTENCE else room.right - width
    rect = Rect(left, room.bottom - SENTENCE, width, SENTENCE)
    hit = ThreadHit(playing.block, playing.thread)
    label = Label(rect, text, view.theme.words.accent, view.px(SIZE), bold=True)
    return Scene((label,), (Area(rect, _always(hit)),))


def _code(view: Viewpoint) -> str:
    """The line of source that the sentence ends with, if it does."""
    now = view.now
    if now is None or now.statement is None or view.instant.ended:
        return ""
    told = now.state is ThreadState.RUNNING or (now.state is ThreadState.FINISHED and now.fresh)
    return source_line(view.trace, now.statement.function, now.statement.line) if told else ""


def crumbs_width(view: Viewpoint) -> float:
    """Pixels of the breadcrumb."""
    return sum(view.measure(text, view.px(SIZE)) * 1.1 + 18 for text, _ in _crumbs(view))


def _crumbs(view: Viewpoint) -> list[tuple[str, Hit]]:
    crumbs: list[tuple[str, Hit]] = [(view.facts.title or view.say(GRID), GridHit())]
    if view.block is not None:
        name = block_name(view.trace, view.block)
        text = view.say(phrase("crumb-block", "Block {block}", block=name))
        crumbs.append((text, BlockHit(view.block)))
        if view.warp is not None:
            warp = phrase("crumb-warp", "Warp {warp}", warp=view.warp)
            crumbs.append((view.say(warp), WarpHit(view.block, view.warp)))
        if view.thread is not None:
            lane = phrase("crumb-lane", "Lane {lane}", lane=view.thread % WARP_SIZE)
            crumbs.append((view.say(lane), ThreadHit(view.block, view.thread)))
    return crumbs


def _always(hit: Hit) -> Callable[[float, float], Hit | None]:
    return lambda x, y: hit
