"""What the stage draws, as plain data: no Qt is needed to know it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

from gpuviz.device import find_device
from gpuviz.insight.order import Instant, play_order
from gpuviz.insight.states import ThreadState
from gpuviz.messages import Message
from gpuviz.scene.scene import (
    BlockHit,
    Cells,
    Curves,
    Edges,
    ElementHit,
    GridHit,
    Group,
    Item,
    Label,
    Outlines,
    Panel,
    Scene,
    StateHit,
    ThreadHit,
)
from gpuviz.scene.stage.colours import argb, state_color
from gpuviz.scene.stage.compose import compose
from gpuviz.scene.stage.empty import compose_empty
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.grid.fit import fit_grid
from gpuviz.scene.stage.layout import divide
from gpuviz.scene.stage.viewpoint import StageFrame, look
from gpuviz.scene.stage.words import STATE_NAMES
from gpuviz.scene.theme import DARK, LIGHT, Theme
from gpuviz.trace import Trace
from gpuviz.ui.stage.tooltips import tooltip
from tests.helpers.traces import matmul_tiled, vector_add, without_steps

SIZES = [(830, 600), (1400, 900), (640, 520)]
SMALL_STAGE = (830, 600)


T = TypeVar("T")


def measure(text: str, size: int) -> float:
    return len(text) * size * 0.55


def say(message: Message) -> str:
    return message.text


def facts_of(trace: Trace) -> StageFacts:
    return StageFacts(trace, play_order(trace, find_device("t4")))


def seen(
    trace: Trace,
    moment: int | None = None,
    block: int | None = None,
    thread: int | None = None,
    size: tuple[int, int] = SMALL_STAGE,
    theme: Theme = DARK,
    instant: Instant | None = None,
) -> Scene:
    """The picture at a moment; None: when the launch is over."""
    facts = facts_of(trace)
    layout = divide(facts, *size)
    grid = fit_grid(facts.shape, layout.grid)
    if instant is None and facts.order is not None:
        instant = (
            facts.order.end if moment is None else facts.order.at(min(moment, len(facts.order)))
        )
    frame = StageFrame(facts, layout, grid, theme, measure, say)
    return compose(look(frame, instant or Instant(0, 0), block, thread))


def flat(items: tuple[Item, ...]) -> list[Item]:
    found: list[Item] = []
    for item in items:
        found += flat(item.items) if isinstance(item, Group) else [item]
    return found


def drawn(scene: Scene, kind: type[T]) -> list[T]:
    """The items of one kind, those inside groups too."""
    return [item for item in flat(scene.items) if isinstance(item, kind)]


def test_the_chosen_thread_is_named_from_grid_to_lane() -> None:
    texts = seen(vector_add(), 96, 3, 231).texts()

    assert [t for t in texts if t in ("Grid", "Block 3", "Warp 7", "Lane 7")] == [
        "Grid",
        "Block 3",
        "Warp 7",
        "Lane 7",
    ]


def test_the_card_shows_the_mask_and_the_index_of_every_lane() -> None:
    texts = seen(vector_add(), 96, 3, 231).texts()

    assert "block 3 · warp 7 · 32 lanes" in texts
    assert "active mask 0x000000ff" in texts
    assert {str(i) for i in range(992, 1024)} <= set(texts)


def test_the_card_says_who_is_masked_off_and_what_a_load_moves() -> None:
    texts = seen(vector_add(), 96, 3, 231).texts()

    assert "lanes 8–31: masked off after line 4" in texts
    assert "load a[992…999]: 1 sector, 32 of 32 B needed" in texts
    assert "store c[992…999]: 1 sector, 32 of 32 B needed" in texts


def test_a_line_goes_from_each_active_lane_to_each_of_its_elements() -> None:
    curves = [c for c in drawn(seen(vector_add(), 96, 3, 231), Curves) if c.color != DARK.line]

    lines = {(c.color, c.width): len(c.points) for c in curves if len(c.points)}

    assert lines[DARK.read, 2.2] == lines[DARK.write, 2.2] == 1
    assert sum(len(c.points) for c in curves) == 3 * 8


def test_without_a_choice_the_warp_of_the_latest_step_is_shown() -> None:
    texts = seen(vector_add(), 74).texts()

    assert "block 1 · warp 1 · 32 lanes" in texts


def test_the_sentence_says_which_line_runs_with_how_many_lanes() -> None:
    scene = seen(vector_add(), 96, 3, 231)

    assert scene.sentence == (
        "Warp 7 of block 3 executes line 5 with 8 of 32 lanes: c[i] = a[i] + b[i]"
    )


@pytest.mark.parametrize(
    ("moment", "words"),
    [(0, "Nothing has run yet"), (None, "The launch is over: all 1\u202f024 threads")],
)
def test_before_and_after_the_launch_the_sentence_says_so(moment: int | None, words: str) -> None:
    assert seen(vector_add(), moment).sentence.startswith(words)


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (40, "Warp 7 of block 3 last executed line 3; its next turn is still to come."),
        (96, "Warp 7 of block 3 executes line 5 with 8 of 32 lanes: c[i] = a[i] + b[i]"),
    ],
)
def test_the_sentence_is_true_of_the_chosen_warp_also_while_another_plays(
    moment: int, words: str
) -> None:
    assert seen(vector_add(), moment, 3, 231).sentence.startswith(words)


def test_a_warp_that_had_its_turn_before_has_executed_its_line() -> None:
    sentence = seen(vector_add(), 40, 0, 3).sentence

    assert sentence.startswith("Warp 0 of block 0 has executed line 4 with 32 of 32 lanes:")


def test_a_warp_that_took_its_last_step_in_this_round_still_shows_it() -> None:
    scene = seen(vector_add(), 96, 0, 3)

    assert "Warp 0 of block 0 took its last step, line 5, with 32 of 32" in scene.sentence
    assert {c.alpha for c in drawn(scene, Curves) if c.width > 2 and len(c.points)} == {1.0}


@pytest.mark.parametrize("size", SIZES)
def test_the_warp_that_plays_is_named_and_chosen_by_a_click(size: tuple[int, int]) -> None:
    scene = seen(vector_add(), 40, 3, 231, size=size)
    now = next(item for item in drawn(scene, Label) if item.text.startswith("Now:"))

    assert now.text == "Now: warp 7 of block 0, line 4"
    assert scene.hit(now.rect.x + 5, now.rect.y + 5) == ThreadHit(0, 7 * 32)


def test_the_warp_in_focus_is_not_named_a_second_time_when_it_plays() -> None:
    assert "Now:" not in seen(vector_add(), 96, 3, 231).sentence


def test_the_playing_warp_is_framed_on_its_tile() -> None:
    frames = [f for f in drawn(seen(vector_add(), 40), Outlines) if f.color == DARK.text]

    assert [len(frame.rects) for frame in frames] == [1]


def test_a_warp_at_a_barrier_is_said_to_wait() -> None:
    trace = matmul_tiled()
    facts = facts_of(trace)
    assert facts.order is not None
    barrier = facts.order.moment_of_round(6) + 1

    assert "waits at the barrier in line 11" in seen(trace, barrier).sentence


def test_every_block_is_a_tile_with_its_threads() -> None:
    scene = seen(vector_add(), 74)

    tiles = [c for c in drawn(scene, Cells) if c.pixels.shape == (8, 32)]

    assert len(tiles) == 4
    assert {"block 0", "block 1", "block 2", "block 3"} <= set(scene.texts())


def test_threads_have_the_colour_of_their_state() -> None:
    scene = seen(vector_add(), 1)

    tile = next(c for c in drawn(scene, Cells) if c.pixels.shape == (8, 32))

    assert set(tile.pixels[0]) == {argb(DARK.running)}
    assert set(tile.pixels[1:].ravel()) == {argb(DARK.not_started)}


def test_many_blocks_are_one_image_of_blocks() -> None:
    scene = seen(vector_add(1 << 20, followed=(0, 4095)), instant=Instant(24, 20))

    image = drawn(scene, Cells)[0]
    colors = set(np.unique(image.pixels))

    assert image.pixels.size >= 4096
    assert {argb(c) for c in (DARK.finished, DARK.running, DARK.not_started)} <= colors


def test_a_large_array_is_gathered_and_says_so() -> None:
    texts = seen(vector_add(1 << 20, followed=(0, 4095)), 5).texts()

    assert any("1 cell = " in text for text in texts)
    assert any("reads of 2 of 4\u202f096 blocks are known" in text for text in texts)


def test_a_small_array_shows_its_values() -> None:
    trace = vector_add(16, 8)

    texts = seen(trace).texts()

    for value in trace.outputs["c"][:4]:
        assert f"{value:.4g}" in texts or f"{value:.2f}" in texts


@pytest.mark.parametrize("size", SIZES)
def test_no_line_crosses_the_value_of_the_element_that_it_leads_to(size: tuple[int, int]) -> None:
    items = flat(seen(vector_add(1, 32), 3, block=0, thread=0, size=size).items)
    lines = [item for item in items if isinstance(item, Curves) and len(item.points)]
    values = [i for i in items if isinstance(i, Label) and i.size == 9 and i.align == "center"]
    after = items[max(n for n, item in enumerate(items) if isinstance(item, Curves)) :]

    assert lines
    assert values
    tips = [(x, y) for line in lines for x, y in line.points[:, 6:].tolist()]
    assert [tip for tip in tips if any(one.rect.inset(1).contains(*tip) for one in values)] == []
    assert [one.text for one in values if not any(one is item for item in after)] == []


@pytest.mark.slow
def test_the_matrices_of_a_product_stand_as_on_paper() -> None:
    scene = seen(matmul_tiled(64, 16), 200)

    a, b, c = (item.rect for item in drawn(scene, Cells) if item.pixels.shape == (64, 64))

    assert a.y == c.y
    assert a.right <= c.x
    assert b.x == c.x
    assert b.bottom <= c.y


def test_shared_tiles_of_the_block_in_focus_are_shown() -> None:
    texts = seen(matmul_tiled(), 200, 2).texts()

    assert {"tile_a", "tile_b", "shared float32[8, 8]"} <= set(texts)


@pytest.mark.slow
def test_the_part_that_the_block_in_focus_writes_is_framed() -> None:
    scene = seen(matmul_tiled(64, 16), 200)

    frames = [o for o in drawn(scene, Edges) if o.color == DARK.accent]

    assert [len(frame.points) for frame in frames] == [4]


def test_a_launch_without_steps_says_why_it_cannot_be_played() -> None:
    scene = seen(without_steps(vector_add()))

    assert "Numba's simulator keeps no steps" in scene.sentence
    assert "emulator" in scene.sentence
    assert "block 2" in scene.texts()
    assert not drawn(scene, Curves)


def test_an_empty_stage_says_what_to_do() -> None:
    scene = compose_empty(800, 600, DARK, say)

    assert "press Run" in scene.sentence


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "trace",
    [vector_add(), matmul_tiled(), vector_add(1 << 20, followed=(0,)), vector_add(1, 1)],
    ids=["1d", "2d", "million", "one thread"],
)
def test_nothing_is_drawn_outside_the_stage(trace: Trace, size: tuple[int, int]) -> None:
    scene = seen(trace, 10, size=size)

    rects = [panel.rect for panel in drawn(scene, Panel)]
    rects += [cells.rect for cells in drawn(scene, Cells)]
    for rect in rects:
        assert -3 <= rect.x <= rect.right <= size[0] + 3
        assert -3 <= rect.y <= rect.bottom <= size[1] + 3


@pytest.mark.parametrize("theme", [DARK, LIGHT])
def test_the_legend_has_each_state_in_its_colour(theme: Theme) -> None:
    scene = seen(vector_add(), 5, theme=theme)
    fills = {panel.fill for panel in drawn(scene, Panel)}

    assert {theme.running, theme.barrier, theme.finished, theme.hazard} <= fills
    assert {"not started", "running", "turn to come", "at barrier", "finished"} <= set(
        scene.texts()
    )


def test_a_short_legend_still_says_who_has_finished_and_who_was_idle() -> None:
    texts = seen(vector_add(300, 256), block=1, thread=43, size=(600, 380)).texts()

    assert {"finished", "idle"} <= set(texts)
    assert "masked off" not in texts  # whom the card names


@pytest.mark.parametrize(("threads", "named"), [(300, True), (512, False)])
def test_the_legend_names_idle_threads_where_there_are_some(threads: int, named: bool) -> None:
    assert ("idle" in seen(vector_add(threads, 256), size=(1400, 900)).texts()) is named


@pytest.mark.slow
@pytest.mark.parametrize("state", list(ThreadState))
def test_every_state_of_the_legend_explains_itself(state: ThreadState) -> None:
    scene, name = seen(vector_add(), 5), say(STATE_NAMES[state])
    entry = next(item for item in drawn(scene, Label) if item.text == name)

    hit = scene.hit(entry.rect.x + 2, entry.rect.y + 8)

    assert hit == StateHit(int(state))
    assert tooltip(facts_of(vector_add()), hit, Instant(0, 0), say)[0].endswith(".")


def test_the_picture_answers_what_is_at_a_point() -> None:
    trace = vector_add()
    scene = seen(trace, 96, 3, 231)
    label = next(item for item in drawn(scene, Label) if item.text == "Grid")
    strip = next(c for c in drawn(scene, Cells) if c.pixels.shape != (8, 32))

    assert scene.hit(label.rect.x + 3, label.rect.y + 5) == GridHit()
    assert scene.hit(strip.rect.x + 2, strip.rect.y + 2) == ElementHit(0, 0)
    assert scene.hit(1, 599) is None


def test_a_tooltip_tells_of_an_element_its_values_and_its_writer() -> None:
    trace = vector_add()
    text = "\n".join(tooltip(facts_of(trace), ElementHit(2, 785), Instant(0, 0), say))

    assert "c[785]" in text
    assert "before the launch: 0" in text
    assert "written by thread 17 of block 3" in text


def test_a_tooltip_tells_of_a_block_where_it_runs() -> None:
    text = tooltip(facts_of(vector_add()), BlockHit(2), Instant(40, 2), say)

    assert "on SM 2 (modelled)" in text


def test_every_state_has_its_own_colour() -> None:
    colors = [state_color(DARK, s) for s in ThreadState]

    assert len(set(colors)) == len(colors)


@pytest.mark.slow
def test_scenes_need_no_qt() -> None:
    code = "import sys, gpuviz.scene.stage.compose; print('PySide6' in sys.modules)"
    root = Path(__file__).parents[2]

    done = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )

    assert done.stdout.strip() == "False"
