"""Picture operations against libraries that are not ours: SciPy, Pillow, colorsys."""

from __future__ import annotations

import colorsys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from scipy import ndimage, signal

from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.host import load_operation
from gpuviz.operation import find_operation
from tests.gpu.launch_checks import request_for, run

Arrays = dict[str, NDArray[Any]]
SIZES_OF_RESIZE = [(48, 64, 72, 96), (48, 64, 31, 33), (5, 7, 40, 3), (9, 9, 9, 9), (1, 1, 3, 4)]


def launched(name: str, size: tuple[int, ...]) -> Arrays:
    """The arguments of a launch on the emulator, with the outputs as the kernel left them."""
    info = find_operation(name)
    request = request_for((name, size, tuple(info.default_block)), "emulator")
    arguments = load_operation(info.path).arguments(size, request.seed)
    inputs: Arrays = {name: np.asarray(value) for name, value in arguments.items()}
    return {**inputs, **run(EmulatorEngine(), request).trace.outputs}


@pytest.mark.slow
@pytest.mark.parametrize("name", ["conv2d", "conv2d_shared"])
@pytest.mark.parametrize("size", [(1, 1, 8, 26, 26, 3), (2, 3, 4, 11, 7, 5), (1, 2, 1, 1, 9, 2)])
def test_a_convolution_is_what_scipy_correlates(name: str, size: tuple[int, ...]) -> None:
    found = launched(name, size)

    for sample, number in np.ndindex(size[0], size[2]):
        pairs = zip(found["x"][sample], found["weights"][number], strict=True)
        maps = [signal.correlate2d(picture, weights, "valid") for picture, weights in pairs]
        expected = sum(maps) + found["bias"][number]
        assert np.allclose(found["y"][sample, number], expected, atol=1e-5)


@pytest.mark.parametrize("size", [(1, 8, 26, 26), (2, 3, 7, 9)])
def test_a_pool_is_scipys_maximum_at_every_second_place(size: tuple[int, ...]) -> None:
    found = launched("max_pool", size)

    largest = ndimage.maximum_filter(found["x"], (1, 1, 2, 2), origin=(0, 0, -1, -1))

    height, width = found["y"].shape[2:]
    assert np.array_equal(found["y"], largest[:, :, : 2 * height : 2, : 2 * width : 2])


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES_OF_RESIZE)
def test_a_resized_picture_is_scipys_up_to_the_256ths_of_a_pixel(size: tuple[int, ...]) -> None:
    found = launched("resize_bilinear", size)

    rows = (np.arange(size[2]) + 0.5) * size[0] / size[2] - 0.5
    columns = (np.arange(size[3]) + 0.5) * size[1] / size[3] - 0.5
    places = np.meshgrid(rows, columns, indexing="ij")
    for colour in range(3):
        source = found["source"][..., colour].astype(np.float64)
        expected = ndimage.map_coordinates(source, places, order=1, mode="nearest")
        assert np.abs(found["target"][..., colour] - expected).max() <= 0.5 + 2 * 255 / 256


@pytest.mark.slow
def test_a_picture_that_grows_is_pillows_up_to_one_level() -> None:
    found = launched("resize_bilinear", (48, 64, 72, 96))

    pillow = Image.fromarray(found["source"]).resize((96, 72), Image.Resampling.BILINEAR)

    assert np.abs(np.asarray(pillow).astype(int) - found["target"]).max() <= 1


@pytest.mark.slow
@pytest.mark.parametrize("size", [(16, 24, 32), (1, 5, 2), (3, 1, 7)])
def test_a_blurred_volume_is_scipys_uniform_filter(size: tuple[int, ...]) -> None:
    found = launched("blur_3d", size)

    expected = ndimage.uniform_filter(found["x"].astype(np.float64), 3, mode="nearest")

    assert np.allclose(found["y"], expected, atol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(48, 64), (31, 33)])
def test_gray_is_pillows_gray(size: tuple[int, ...]) -> None:
    found = launched("rgb_to_gray", size)

    assert np.array_equal(found["gray"], np.asarray(Image.fromarray(found["pixels"]).convert("L")))


def test_hue_saturation_and_value_are_those_of_colorsys() -> None:
    found = launched("rgb_to_hsv", (48, 64))

    pixels = found["pixels"].reshape(-1, 3) / 255
    expected = np.array([colorsys.rgb_to_hsv(*pixel) for pixel in pixels.tolist()])

    assert np.allclose(found["hsv"].reshape(3, -1).T, expected, atol=1e-6)


def test_every_formula_of_the_hue_is_that_of_colorsys() -> None:
    convert = load_operation(find_operation("rgb_to_hsv").path).twin("numpy_twin")
    assert convert is not None
    levels = np.array([0, 1, 100, 254, 255], np.uint8)
    pixels = np.stack(np.meshgrid(levels, levels, levels), axis=-1).reshape(5, 25, 3)
    found = np.zeros((3, 5, 25), np.float32)

    convert(pixels, found)

    colours = (pixels.reshape(-1, 3) / 255).tolist()
    expected = np.array([colorsys.rgb_to_hsv(*colour) for colour in colours])
    assert np.allclose(found.reshape(3, -1).T, expected, atol=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("degrees", [1, 30, 45, 90, 123, 180, 270, 359, 400])
@pytest.mark.parametrize("shape", [(64, 64), (31, 40), (2, 33)])
def test_a_turned_picture_is_scipys(shape: tuple[int, int], degrees: int) -> None:
    found = launched("rotate_image", (*shape, degrees))

    source = found["source"].astype(np.float64)
    expected = ndimage.rotate(source, degrees, reshape=False, order=1, mode="grid-constant")

    assert np.allclose(found["target"], expected, atol=1e-4)


def test_the_next_generation_counts_neighbours_as_scipy_convolves() -> None:
    found = launched("game_of_life", (32, 48))

    alive = ndimage.convolve(found["cells"], [[1, 1, 1], [1, 0, 1], [1, 1, 1]], mode="wrap")
    expected = (alive == 3) | ((alive == 2) & (found["cells"] == 1))

    assert np.array_equal(found["after"], expected)


@pytest.mark.slow
def test_turns_until_a_number_leaves_are_those_of_pythons_complex_numbers() -> None:
    found = launched("mandelbrot", (16, 24, 30))
    left, top, step = (float(found[name]) for name in ("left", "top", "step"))

    for row, col in np.ndindex(16, 24):
        c, z, turns = complex(left + col * step, top - row * step), 0j, 0
        while turns < 30 and abs(z) <= 2:
            z, turns = z * z + c, turns + 1
        assert found["turns"][row, col] == turns, (row, col)
