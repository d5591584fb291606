"""Each launch of a pipeline does in CUDA C what it does in Python: the same bytes in its arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

import gpuviz
from gpuviz.cuda import dispatcher
from gpuviz.cuda.launching import launch
from gpuviz.cuda_c.unit import read_unit
from gpuviz.engines.c_kernel import CCapture, CKernel
from gpuviz.launch import LaunchConfig
from gpuviz.places import resource_dir
from gpuviz.simt.c_front.source import captured_kernel
from gpuviz.trace import Trace
from tests.helpers.gallery_pipelines import inputs_of, loaded

Numbers = Mapping[str, Mapping[str, tuple[str, int | None]]]
NUMBERS: dict[str, Numbers] = {  # by kernel and parameter: an array, and an axis or None for all
    "bitonic_sort": {"exchange_far": {"n": ("keys", None)}},
    "radix_sort": {
        "count_digits": {"n": ("keys", None)},
        "scan_counts": {"n": ("counts", None)},
        "scatter": {"n": ("keys", None)},
    },
    "bfs": {},
    "kmeans": {
        "assign": {"n": ("labels", None), "k": ("centres", 0)},
        "move": {"k": ("counts", None)},
        "paint": {"n": ("labels", None)},
    },
    "decode_attention": {
        "dense": {"batch": ("y", 0), "neurons": ("y", 1), "features": ("x", 1)},
        "append": {
            "rows": ("qkv", 0),
            "batch": ("keys", 0),
            "length": ("keys", 1),
            "width": ("keys", 2),
        },
        "scores": {
            "batch": ("fits", 0),
            "seen": ("fits", 1),
            "length": ("keys", 1),
            "width": ("keys", 2),
        },
        "softmax": {"rows": ("x", 0), "classes": ("x", 1)},
        "weighted_sum": {
            "batch": ("y", 0),
            "seen": ("shares", 1),
            "length": ("values", 1),
            "width": ("y", 1),
        },
    },
    "fft_2d": {
        "fft_rows": {"n": ("real", 1)},
        "fft_columns": {"n": ("real", 0), "width": ("real", 1)},
        "magnitude": {"height": ("spectrum", 0), "width": ("spectrum", 1)},
    },
}
SIZES = {
    "bitonic_sort": (300,),
    "radix_sort": (150,),
    "bfs": (8, 10, 1),
    "kmeans": (9, 15, 3, 2),
    "decode_attention": (2, 3, 2, 8),
    "fft_2d": (6, 16),
}
LAUNCHES = {"bitonic_sort": 6, "radix_sort": 12, "kmeans": 6, "decode_attention": 14, "fft_2d": 3}
"""Of each size; a search takes as many as it takes."""


@pytest.fixture(params=NUMBERS)
def launches(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> tuple[str, list[tuple[str, list[str]]]]:
    """A pipeline, and for each of its launches the kernel and the arrays that differ in C."""
    name: str = request.param
    path = resource_dir("kernels") / "cuda" / f"{name}.cu"
    unit = read_unit(path.read_text("utf-8"), str(path))
    found: list[tuple[str, list[str]]] = []

    def both(kernel: Any, config: LaunchConfig, arguments: tuple[Any, ...], stream: int) -> Trace:
        given = dict(zip(kernel.parameters, arguments, strict=True))
        copies = {key: _on_host(value) for key, value in given.items()}
        trace = launch(kernel, config, arguments, stream)
        _launch_in_c(unit, kernel.__name__, config, copies, NUMBERS[name].get(kernel.__name__, {}))
        others = [
            key
            for key, value in given.items()
            if isinstance(copies[key], np.ndarray)
            and _on_host(value).tobytes() != copies[key].tobytes()
        ]
        found.append((kernel.__name__, others))
        return trace

    monkeypatch.setattr(dispatcher, "launch", both)
    return name, found


def test_a_launch_of_a_pipeline_leaves_the_same_bytes_in_c(
    launches: tuple[str, list[tuple[str, list[str]]]],
) -> None:
    name, found = launches
    arguments = inputs_of(name, SIZES[name])

    with gpuviz.recording() as recording:
        loaded(name).module.pipeline(*arguments.values())

    assert recording.hazards == ()
    assert len(found) == LAUNCHES.get(name, len(found)) > 1
    assert [row for row in found if row[1]] == []


def _on_host(value: Any) -> Any:
    """An array of the device as it is now, on the host; anything else as it is."""
    return value.copy_to_host() if hasattr(value, "copy_to_host") else value


def _launch_in_c(
    unit: Any,
    kernel: str,
    config: LaunchConfig,
    arguments: Mapping[str, Any],
    numbers: Mapping[str, tuple[str, int | None]],
) -> None:
    text = next(one for one in unit.kernels if one.name == kernel)
    parameters = unit.function(text, ()).parameters
    given = []
    for parameter in parameters:
        value = arguments.get(parameter.name)
        if value is None:
            array, axis = numbers[parameter.name]
            value = arguments[array].size if axis is None else arguments[array].shape[axis]
        given.append(value if isinstance(value, np.ndarray) else parameter.kind.type(value))
    names = tuple(parameter.name for parameter in parameters)
    launch(CKernel(kernel, CCapture(captured_kernel(unit, text)), names), config, given)
