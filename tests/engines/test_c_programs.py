"""The twin of a pipeline in CUDA C is run as a whole program: what its host code copies to the GPU,
launches and copies back is what the pipeline in Python does with the same arrays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import gpuviz
from gpuviz.cuda_c.host_program import ProgramCopy
from gpuviz.cuda_c.host_walk import run_program
from gpuviz.cuda_c.unit import Unit, read_unit
from gpuviz.engines.c_program import EmulatedMachine
from gpuviz.operation import OperationInfo, describe
from gpuviz.places import resource_dir
from tests.helpers.gallery_pipelines import inputs_of, loaded

PROGRAMS = resource_dir("kernels") / "cuda"


@dataclass(frozen=True)
class Case:
    """A program at a small size, and the pipeline's arrays in the order of its copies.

    Several copies of one name are parts of it, one after the other. `back`: of the last copies.
    """

    name: str
    sizes: Mapping[str, int]
    python_size: tuple[int, ...]
    to_gpu: Sequence[str]
    back: Sequence[str]
    tolerance: float = 0.0  # of what the host computes with its own last digit


QUICK = (
    Case("heat_2d", {"rows": 24, "columns": 32, "steps": 3}, (24, 32, 3), ["u"], ["u"]),
    Case("scan_blelloch", {"n": 300}, (300,), ["x"], ["y", "total"]),
    Case("compact", {"n": 300}, (300,), ["x", "kept"], ["kept", "count"]),
    Case("radix_sort", {"n": 300}, (300,), ["x"], ["y"]),
    Case("bitonic_sort", {"n": 300}, (300,), ["x"], ["y"]),
    Case("managed_memory", {"n": 300}, (300,), [], []),
    Case("broken_forgotten_copy", {"n": 300}, (300,), ["x"], []),
    Case("pinned_memory", {"n": 300}, (300,), ["x", "x"], ["from_pageable", "from_pinned"]),
    Case(
        "fft_2d", {"height": 16, "width": 16}, (16, 16), ["picture"],
        ["real", "imaginary", "spectrum"],
    ),
    Case(
        "bfs", {"height": 8, "width": 8}, (8, 8, 1), ["row_starts", "neighbours", "levels"],
        ["levels"],
    ),
    Case(
        "video_frames", {"frames": 2, "height": 20, "width": 24}, (2, 20, 24),
        ["mean", "scale", "filters", "bias", "frames", "frames"], ["edges", "first", "edges"],
    ),
    Case("kmeans", {"rounds": 2}, (48, 64, 8, 2), ["pixels", "centres"], ["painted"]),
    Case(
        "decode_attention", {"prompt": 4, "tokens": 2, "width": 16}, (1, 4, 2, 16),
        ["known", "new", "w_qkv", "b_qkv", "w_out", "b_out"], ["y"],
    ),
)  # fmt: skip
SLOW = (
    Case(
        "cnn_digits", {}, (1,),
        ["image", "w1", "b1", "w2", "b2", "w3", "b3", "w4", "b4", "w5", "b5"],
        ["maps1", "maps2", "maps3", "probabilities"],
    ),
    Case(
        "train_step", {"samples": 12, "hidden": 8, "steps": 2}, (12, 8, 2),
        ["x", "labels", "weights1", "bias1", "weights2", "bias2"],
        ["losses", "picture", "weights1", "weights2"], 1e-5,
    ),
    Case(
        "lstm_text", {"batch": 2, "letters": 3}, (2, 3),
        ["prompt", "codes", "text", "table", "weights", "bias", "out_weights", "out_bias"],
        ["text", "sure"],
    ),
    Case(
        "transfer", {"batch": 6, "steps": 2}, (6, 1, 2),
        ["weights1", "bias1", "weights2", "bias2", "weights3", "bias3", "pictures",
         "test_pictures", "labels", "test_labels", "right"],
        ["losses", "right", "weights3"],
    ),
    Case(
        "dqn_gridworld", {"steps": 4}, (64, 32, 4),
        [*5 * ["network"], "seen", "after", "fields", "rewards", "discounts", "actions"],
        ["network", "reached", "policy"], 1e-6,
    ),
    Case(
        "data_parallel", {"batch": 16, "devices": 2, "steps": 2}, (16, 2, 2),
        2 * ["x", "labels", "weights", "bias"], 2 * ["weights_of", "bias_of"], 1e-6,
    ),
)  # fmt: skip


@dataclass
class Copies:
    """The bytes of a program's copies in their order."""

    to_gpu: list[bytes] = field(default_factory=list)
    back: list[bytes] = field(default_factory=list)


class CopyingMachine(EmulatedMachine):
    """The emulator, and what is copied to it and back."""

    def __init__(self, unit: Unit, info: OperationInfo) -> None:
        super().__init__(unit, info)
        self.copies = Copies()

    def copied(self, copy: ProgramCopy) -> None:
        super().copied(copy)
        contents = copy.source.memory.contents
        assert contents is not None
        given = contents[copy.source.offset :][: copy.nbytes].tobytes()
        if copy.source.memory.on_device:
            self.copies.back.append(given)
        else:
            self.copies.to_gpu.append(given)


def program_of(path: Path) -> Unit:
    return read_unit(path.read_text("utf-8"), str(path))


def ran(case: Case) -> tuple[Copies, list[Any]]:
    """The program's copies, and grid and block of each launch."""
    path = PROGRAMS / f"{case.name}.cu"
    unit = program_of(path)
    machine = CopyingMachine(unit, describe(path))
    with gpuviz.recording() as recording:
        run_program(unit, machine, case.sizes, 0)
    assert recording.hazards == ()
    return machine.copies, [(one.trace.config.grid, one.trace.config.block) for one in recording]


def joined(names: Sequence[str], parts: Sequence[bytes]) -> dict[str, bytes]:
    """The bytes of each array, whose parts have its name."""
    found: dict[str, bytes] = {}
    for name, part in zip(names, parts, strict=False):
        found[name] = found.get(name, b"") + part
    return found


def as_array(given: bytes, like: NDArray[Any]) -> NDArray[Any]:
    """Bytes of a program as the pipeline has them; C has 4 bytes where NumPy has 8."""
    kind = np.dtype(np.int32) if like.dtype == np.int64 else like.dtype
    found = np.frombuffer(given, kind).astype(like.dtype)
    return found[: like.size].reshape(like.shape) if found.size >= like.size else found


def python_arguments(case: Case, copies: Copies) -> dict[str, Any]:
    """The pipeline's arguments with the arrays that the program copied to the GPU."""
    arguments: dict[str, Any] = dict(inputs_of(case.name, case.python_size))
    for name, given in joined(case.to_gpu, copies.to_gpu).items():
        arguments[name] = (
            np.frombuffer(given, arguments[name].dtype).copy()
            if name == "neighbours"  # as many as the graph happens to have
            else as_array(given, arguments[name])
        )
    return arguments


@pytest.mark.many
@pytest.mark.parametrize(
    "case",
    [
        *(pytest.param(case, id=case.name) for case in QUICK),
        *(pytest.param(case, id=case.name, marks=pytest.mark.slow) for case in SLOW),
    ],
)
def test_a_program_launches_and_copies_what_its_pipeline_in_python_does(case: Case) -> None:
    copies, launches = ran(case)
    arguments = python_arguments(case, copies)

    with gpuviz.recording() as recording:
        loaded(case.name).module.pipeline(*arguments.values())

    assert launches == [(one.trace.config.grid, one.trace.config.block) for one in recording]
    assert len(copies.to_gpu) >= len(case.to_gpu)
    last = copies.back[len(copies.back) - len(case.back) :]
    for name, given in joined(case.back, last).items():
        expected = np.asarray(arguments[name])
        np.testing.assert_allclose(
            as_array(given, expected), expected, atol=case.tolerance, rtol=0, err_msg=name
        )
