"""The cards of pipelines while their films play, and how an element was made."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.insight.element_making import ElementMaking, making_of
from gpuviz.scene.pictures.content import GIVEN, NOW, PENDING, WRITTEN, Card
from gpuviz.scene.pictures.film import film_cards, with_agent
from gpuviz.scene.pictures.look import PictureLook, place_cards
from gpuviz.scene.pictures.making import MakingStory, story_scene, sum_words
from gpuviz.scene.pictures.maze import farthest, longest_walk, walk_from
from gpuviz.scene.pictures.scene import compose
from gpuviz.scene.scene import Captions, Cells, PartHit, Scene
from gpuviz.scene.theme import DARK
from tests.helpers.films import film, flat

LOOK = PictureLook(180, DARK, lambda text, size: 6.0 * len(text))


def cards_at(name: str, launches: int) -> dict[str, Card]:
    of = film(name)
    return {card.name: card for card in film_cards(of.info, of.result, of.arrays, launches)}


def scene_of(card: Card) -> Scene:
    return compose(place_cards((card,), LOOK), LOOK)


def runs_of(scene: Scene) -> list[str]:
    """Letters of a text that stand together."""
    return ["".join(item.texts) for item in scene.items if isinstance(item, Captions)]


def making_in(name: str, *index: int) -> ElementMaking:
    """A pixel that the first thread block of its layer wrote: its steps were kept."""
    digits = film("cnn_digits")
    element = flat(digits.result.outputs[name], *index)
    origin = digits.arrays.origins(name, element, digits.launches)[-1]
    trace = digits.result.launches[origin.launch]
    making = making_of(trace, origin.parameter, origin.element, origin.thread)
    assert making is not None
    return making


def test_prompt_and_answer_of_a_text_are_told_apart() -> None:
    text = cards_at("lstm_text", film("lstm_text").kernels("choose")[2])["text"]

    assert text.state is not None
    letters = text.state.reshape(4, -1)
    assert letters[0].tolist() == [GIVEN] * 8 + [WRITTEN] * 2 + [NOW] + [PENDING] * 13 + [GIVEN]


def test_letters_that_come_later_are_faint_dots() -> None:
    text = cards_at("lstm_text", film("lstm_text").kernels("choose")[2])["text"]

    texts = runs_of(scene_of(text))

    assert "·" * 13 in texts
    assert "do not n" in texts
    assert "ee" in texts
    assert "d" in texts


def test_the_end_of_a_text_shows_all_of_it_without_dots() -> None:
    texts = runs_of(scene_of(cards_at("lstm_text", 73)["text"]))

    assert "eed each other r" in texts
    assert not any("··" in text for text in texts)


def test_the_gates_stand_beside_the_letter_that_they_lead_to() -> None:
    of = film("lstm_text")
    launches = of.kernels("choose")[5]
    cell = max(n for n in of.kernels("lstm_cell") if n <= launches)

    gates = cards_at("lstm_text", launches)["lstm_cell"]

    assert gates.kind == "heat"
    assert gates.rows == ("i", "f", "g", "o")
    assert gates.array.shape == (4, 48)
    assert f"launch {cell}" in gates.caption
    assert gates.array[[0, 1, 3]].min() >= 0
    assert gates.array[2].min() < 0


def test_before_the_first_cell_there_are_no_gates() -> None:
    assert "lstm_cell" not in cards_at("lstm_text", 1)


@pytest.mark.slow
def test_the_loss_falls_as_the_film_plays() -> None:
    of = film("train_step")
    steps = [0, *of.kernels("sgd_step")[3::4]]

    said = [cards_at("train_step", launches)["loss"].says for launches in steps]

    losses = [float(words.removeprefix("loss = ")) for words in said]
    np.testing.assert_allclose(losses[:-1], of.result.outputs["losses"], rtol=1e-3)
    assert losses == sorted(losses, reverse=True)


@pytest.mark.slow
def test_the_boundary_is_there_before_by_now_and_after() -> None:
    of = film("train_step")
    untrained = of.twin(losses=np.zeros(0, np.float32))["picture"]

    cards = cards_at("train_step", of.kernels("sgd_step")[15])

    np.testing.assert_allclose(cards["picture 0"].array, untrained, atol=1e-5)
    np.testing.assert_array_equal(cards["picture"].array, of.result.outputs["picture"])
    by_now = cards["picture 1"].array
    away = [np.abs(by_now - cards[name].array).mean() for name in ("picture 0", "picture")]
    assert away[0] > away[1] > 0


@pytest.mark.slow
def test_the_curve_of_the_pipeline_itself_comes_with_the_launch_that_writes_it() -> None:
    early, late = (cards_at("train_step", n)["losses"].state for n in (88, 89))

    assert early is not None
    assert late is not None
    assert set(early.tolist()) == {PENDING}
    assert set(late.tolist()) == {NOW}


def test_a_film_shows_the_frame_that_came_last() -> None:
    video = film("video_frames")
    launches = video.kernels("edge_strength")[2]

    cards = cards_at("video_frames", launches)

    assert (cards["frames"].frame, cards["edges"].frame) == (2, 2)
    assert cards["edges"].says == "frame 3 of 6"
    (cells,) = (item for item in scene_of(cards["edges"]).items if isinstance(item, Cells))
    assert cells.pixels.shape == (46, 62)


def test_before_its_first_frame_a_film_is_empty() -> None:
    edges = cards_at("video_frames", 2)["edges"]

    assert edges.says == "no frame of 6 yet"
    assert not any(isinstance(item, Cells) for item in scene_of(edges).items)


def reference_path(start: tuple[int, int], policy: np.ndarray) -> list[tuple[int, int]]:
    """By the file's own table of moves."""
    module = film("dqn_gridworld").module
    neighbours, fields = module.next_fields(), [start[0] * module.WIDTH + start[1]]
    while fields[-1] != module.GOAL:
        there = int(neighbours[fields[-1], policy.ravel()[fields[-1]]])
        fields.append(there)
        if there in fields[:-1]:
            break
    return [divmod(field, module.WIDTH) for field in fields]


@pytest.mark.slow
def test_an_agent_walks_as_the_reference_does_from_every_free_field() -> None:
    maze = film("dqn_gridworld")
    policy, module = maze.result.outputs["policy"], maze.module

    starts = [divmod(field, module.WIDTH) for field in module.free_fields()]
    walks = {start: walk_from(policy, maze.info.maze, start) for start in starts}

    for start, walk in walks.items():
        assert list(walk.fields) == reference_path(start, policy)
    arrived = sum(walk.arrives for walk in walks.values())
    assert arrived == maze.result.outputs["reached"][-1] == module.walked(_as_q(policy))[1]


def _as_q(policy: np.ndarray) -> np.ndarray:
    """Q values of which the best are those of a policy."""
    q = np.zeros((policy.size, 4))
    for field, action in enumerate(policy.ravel()):
        q[field, max(action, 0)] = 1
    return q


def test_the_agent_begins_where_the_longest_way_arrives() -> None:
    maze = film("dqn_gridworld")

    walk = longest_walk(maze.result.outputs["policy"], maze.info.maze)

    assert walk.arrives
    assert walk.fields[-1] == (0, 4)
    assert len(set(walk.fields)) == len(walk.fields)


def test_where_no_way_arrives_the_farthest_field_is_the_start() -> None:
    nowhere = np.full((2, 3), 3)

    assert farthest(("..G", "...")) == (1, 0)
    assert longest_walk(nowhere, ("..G", "...")).fields[0] == (1, 0)
    assert not longest_walk(nowhere, ("..G", "...")).arrives


def test_goal_walls_and_the_way_are_words_and_shapes_of_the_picture() -> None:
    maze = film("dqn_gridworld")
    policy = cards_at("dqn_gridworld", maze.launches)["policy"]
    walk = longest_walk(policy.array, maze.info.maze)

    card = with_agent(policy, walk.fields[0], 2)

    assert card.says == f"from {walk.fields[0]} to the goal in {len(walk.fields) - 1} moves"
    assert "G" in scene_of(card).texts()


@pytest.mark.parametrize(("index", "windows"), [((0, 1, 0, 3), 32), ((0, 0, 2, 2), 32)])
def test_a_sum_over_channels_is_told_window_by_window(index: tuple[int, ...], windows: int) -> None:
    making = making_in("maps2", *index)
    assert making.sum is not None

    scene = story_scene(MakingStory("maps2", "", making, part=5), 436, LOOK)

    sums = making.sum.products.reshape(windows, 9).sum(axis=1)
    assert any(text.startswith(f"window 6 of {windows}: ") for text in scene.texts())
    assert sums.sum() + making.sum.start == pytest.approx(float(str(making.value)), abs=1e-4)
    assert sum_words(making.sum) in scene.texts()
    (strip,) = scene.areas
    assert strip.at(strip.rect.right - 1, strip.rect.y) == PartHit(windows - 1)


def test_the_numbers_of_a_window_are_written_out() -> None:
    making = making_in("maps1", 0, 0, 2, 2)
    assert making.sum is not None

    texts = story_scene(MakingStory("maps1", "", making), 436, LOOK).texts()

    assert "weights[0, 0, 0–2, 0–2]" in texts
    assert "x[0, 0, 2–4, 2–4]" in texts
    assert "9 products" in texts
