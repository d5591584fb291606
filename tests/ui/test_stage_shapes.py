"""Arrays of every kind on the stage: each in its place, nothing outside, nothing on top."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.scene.scene import Cells, Label
from gpuviz.scene.stage.arrays.layout import place_arrays
from gpuviz.scene.stage.layout import divide
from gpuviz.trace import Trace
from tests.simt.kernels import run
from tests.ui.test_stage_scene import SIZES, drawn, facts_of, seen

ONE_EACH = """
def kernel({names}):
    i = cuda.grid(1)
"""
KINDS: Mapping[str, Mapping[str, Any]] = {
    "twelve": {f"a{k}": np.zeros(100 * (k + 1)) for k in range(12)},
    "empty": {"a": np.zeros(0), "b": np.zeros(5)},
    "one element": {"a": np.zeros(1), "b": np.zeros((1, 1))},
    "truth values": {"a": np.array([True, False] * 4)},
    "complex": {"a": np.full((3, 3), 1 + 2j, np.complex64)},
    "texts": {"a": np.array(["warp", "lane"])},
    "odd numbers": {"a": np.array([np.nan, np.inf, -np.inf, 1e30])},
    "mixed": {"a": np.zeros((40, 50)), "b": np.zeros(3), "c": np.zeros((3, 4, 5))},
    "five dimensions": {"a": np.arange(2 * 3 * 2 * 4 * 5).reshape(2, 3, 2, 4, 5)},
    "large": {"a": np.zeros((2048, 2048), np.uint8), "b": np.zeros(1 << 22, np.uint8)},
}


def touched(arguments: Mapping[str, Any]) -> Trace:
    """A launch in which each thread reads the first number of every array that has one."""
    read = {name: one.ndim for name, one in arguments.items() if one.size and one.dtype.kind != "U"}
    lines = [f"    {name}[{', '.join('0' * ndim)}]" for name, ndim in read.items()]
    text = ONE_EACH.format(names=", ".join(arguments)) + "\n".join(lines) + "\n"
    return run(text, LaunchConfig(Dim3(1), Dim3(4)), dict(arguments)).trace


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", KINDS)
def test_arrays_of_every_kind_have_their_own_place(kind: str, size: tuple[int, int]) -> None:
    scene = seen(touched(KINDS[kind]), size=size)

    names = [name for name, one in KINDS[kind].items() if one.size]
    assert set(names) <= set(scene.texts())
    rects = [cells.rect for cells in drawn(scene, Cells)]
    for rect in rects:
        assert -1 <= rect.x <= rect.right <= size[0] + 1
        assert -1 <= rect.y <= rect.bottom <= size[1] + 1
    for at, one in enumerate(rects):
        for other in rects[at + 1 :]:
            beside = one.right <= other.x + 1 or other.right <= one.x + 1
            assert beside or one.bottom <= other.y + 1 or other.bottom <= one.y + 1


@pytest.mark.parametrize(
    ("kind", "texts"),
    [
        ("truth values", {"True"}),
        ("complex", {"1+2j"}),
        ("texts", {"warp", "lane"}),
        ("odd numbers", {"NaN", "∞", "−∞"}),
    ],
)
def test_values_stand_in_their_cells_in_a_way_of_their_own(kind: str, texts: set[str]) -> None:
    assert texts <= set(seen(touched(KINDS[kind])).texts())


def test_the_layers_of_a_volume_are_named() -> None:
    texts = seen(touched({"a": np.zeros((4, 8, 8))}), size=(1400, 900)).texts()

    assert {"z = 0", "z = 1", "z = 2", "z = 3"} <= set(texts)


def test_names_of_layers_do_not_cover_each_other() -> None:
    scene = seen(touched({"a": np.zeros((30, 4, 2))}))

    rects = [label.rect for label in drawn(scene, Label) if label.text.startswith("z = ")]
    for at, one in enumerate(rects):
        for other in rects[at + 1 :]:
            assert one.y != other.y or one.x + 6 < other.x or other.x + 6 < one.x


@pytest.mark.many
@pytest.mark.parametrize("arrays", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("height", [*range(340, 480, 10), 600, 900])
def test_arrays_stay_above_the_sentence_on_a_low_stage(arrays: int, height: int) -> None:
    trace = touched({f"a{number}": np.zeros(1024) for number in range(arrays)})
    facts = facts_of(trace)

    layout = divide(facts, 734, height)
    assert layout.arrays is not None
    placed = place_arrays(trace.arrays, layout.arrays, facts.has_matrix, is_product=False)

    assert max(one.rect.bottom for one in placed) <= layout.sentence.y
