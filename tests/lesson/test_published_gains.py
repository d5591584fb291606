"""What coalescing, tiles and registers gain: in lessons and in the model as it was published."""

from __future__ import annotations

import pytest

from gpuviz.lesson import lesson_files
from tests.lesson.kernel_times import in_c, took
from tests.lesson.published_products import a6000

SIZE = "1024,1024,256"
LAUNCHES = {
    "uncoalesced": ("matmul_naive", SIZE, "x_a6000", "1x256"),
    "coalesced": ("matmul_naive", SIZE, "x_a6000"),
    "tiled": ("matmul_tiled", SIZE, "x_a6000"),
    "registers": ("matmul_register_tiled", SIZE, "x_a6000"),
}
"""Kernels of the gallery that do what the published ones do."""


@pytest.mark.parametrize(
    ("lesson", "english", "chinese", "fast", "slow"),
    [
        ("09", "1.5 times as fast (measured", "是 1.5 倍（实测", "tiled", "coalesced"),
        ("09", "5.4 times as fast as tiles alone", "5.4 倍（实测", "registers", "tiled"),
        ("21", "6.4 times were measured", "实测是 6.4 倍", "coalesced", "uncoalesced"),
    ],
)
def test_lessons_state_what_was_published_of_the_rtx_a6000(
    lesson: str, english: str, chinese: str, fast: str, slow: str
) -> None:
    for language, words in (("en", english), ("zh_CN", chinese)):
        (path,) = (one for one in lesson_files(language) if one.name.startswith(lesson))
        assert words in " ".join(path.read_text("utf-8").split())

    assert f"{a6000(fast, slow):.1f}" in english


@pytest.mark.slow
@pytest.mark.parametrize(
    ("fast", "slow"),
    [("coalesced", "uncoalesced"), ("tiled", "coalesced"), ("registers", "tiled")],
)
def test_in_cuda_c_the_model_sees_the_gains_that_were_published(fast: str, slow: str) -> None:
    gain = in_c(*LAUNCHES[slow]) / in_c(*LAUNCHES[fast])

    assert a6000(fast, slow) / 1.5 < gain < a6000(fast, slow) * 1.5


@pytest.mark.slow
def test_in_numba_coalescing_gains_less_and_tiles_gain_more() -> None:
    seconds = {name: took(*launch) for name, launch in LAUNCHES.items()}

    assert seconds["uncoalesced"] / seconds["coalesced"] < a6000("coalesced", "uncoalesced") / 1.5
    assert seconds["coalesced"] / seconds["tiled"] > a6000("tiled", "coalesced") * 1.5
