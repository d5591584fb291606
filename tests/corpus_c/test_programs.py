"""Whole programs as courses have them: host code tells the launch, and is not run."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.operation import describe
from tests.corpus_c.running import files_in, ran

Arrays = dict[str, Any]


def _game(before: Arrays) -> Any:
    now = (before["now"].reshape(48, 64) & 1).astype(int)
    alive = sum(
        np.roll(now, (dy, dx), (0, 1))
        for dy in (-1, 0, 1)
        for dx in (-1, 0, 1)
        if (dy, dx) != (0, 0)
    )
    return ((alive == 3) | ((alive == 2) & (now == 1))).reshape(-1)


def _julia(before: Arrays) -> Any:
    y, x = np.mgrid[0:64, 0:64]
    one = np.float32(1.5)
    z = one * (32 - x).astype(np.float32) / 32 + 1j * (one * (32 - y).astype(np.float32) / 32)
    inside = np.ones(z.shape, bool)
    with np.errstate(all="ignore"):
        for _ in range(200):
            z = z * z + (-0.8 + 0.156j)
            inside &= ~(np.abs(z) ** 2 > 1000)
    return np.where(inside, 255, 0).reshape(-1)


def _nbody(before: Arrays) -> Any:
    place = np.stack([before["p"][name] for name in "xyz"], 1).astype(np.float64)
    apart = place[None] - place[:, None]
    inverse = 1 / np.sqrt((apart**2).sum(-1) + 1e-9)
    return before["v"]["x"] + 0.01 * (apart[..., 0] * inverse**3).sum(1)


RESULTS: dict[str, tuple[Callable[[Arrays], Any], Callable[[Arrays], Any], float]] = {
    "vector_add": (lambda a: a["C"], lambda b: b["A"] + b["B"], 0),
    "saxpy": (lambda a: a["y"], lambda b: np.float32(2) * b["x"] + b["y"], 0),
    "matmul_tiled": (
        lambda a: a["P"].reshape(40, 40),
        lambda b: b["M"].reshape(40, 40) @ b["N"].reshape(40, 40),
        1e-5,
    ),
    "reduction_template": (lambda a: a["g_odata"].sum(), lambda b: b["g_idata"].sum(), 0),
    "histogram": (lambda a: a["histo"], lambda b: np.bincount(b["buffer"], minlength=256), 0),
    "stencil_1d": (
        lambda a: a["out"][3:-3],
        lambda b: np.convolve(b["in"], np.ones(7, int), "valid"),
        0,
    ),
    "transpose": (
        lambda a: a["odata"].reshape(128, 64),
        lambda b: b["idata"].reshape(64, 128).T,
        0,
    ),
    "scan": (lambda a: a["out"], lambda b: np.cumsum(b["in"]), 0),
    "dot_product": (lambda a: a["c"].sum(), lambda b: (b["a"] * b["b"]).sum(), 1e-4),
    "julia": (lambda a: a["ptr"].reshape(-1, 4)[:, 0], _julia, 0),
    "game_of_life": (lambda a: a["next"], _game, 0),
    "nbody": (lambda a: a["v"]["x"], _nbody, 1e-3),
    "monte_carlo_pi": (
        lambda a: np.round(4 * int(a["inside"][0]) / (8 * 128 * 100), 1),
        lambda b: 3.1,
        0,
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("path", files_in("programs"), ids=lambda path: path.stem)
def test_a_program_runs_without_a_hazard_and_computes_what_it_is_for(path: Path) -> None:
    trace, before, after = ran(path)
    assert [hazard.message.text for hazard in trace.hazards] == []
    if path.stem in RESULTS:
        found, expected, tolerance = RESULTS[path.stem]
        got, want = found(after), expected(before)
        if path.stem == "julia":  # fractions of another width leave the set a little elsewhere
            assert np.mean(got != want) < 0.01
        else:
            np.testing.assert_allclose(got, want, rtol=tolerance)


def test_the_sizes_of_a_program_are_the_numbers_that_its_host_code_names() -> None:
    info = describe(next(path for path in files_in("programs") if path.stem == "vector_add"))
    assert dict(zip(info.size_names, info.default_size, strict=True)) == {"numElements": 5000}
    assert info.grid((1000,), info.default_block).x == 4
    assert info.default_block.x == 256
