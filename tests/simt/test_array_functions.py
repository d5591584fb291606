"""NumPy's functions with outputs in kernels, against NumPy itself."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.messages import KernelFailed
from tests.simt.kernels import config, run

TEXT = "def kernel(a, b, out):\n    np.FUNCTION(INPUTS, out)\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("sin", "a"),
        ("fmax", "a, b"),
        ("maximum", "a, b"),
        ("less", "a, b"),
        ("logical_not", "a"),
        ("hypot", "a, b"),
        ("arctan", "b"),
        ("true_divide", "a, 3"),
        ("arctan2", "2.0, b"),
    ],
)
@pytest.mark.parametrize("shape", [(1,), (5,), (2, 3)])
def test_each_element_is_computed(name: str, inputs: str, shape: Any) -> None:
    a, b = np.linspace(-1, 1, 6)[: np.prod(shape)].reshape(shape), np.ones(shape[-1], np.int32)
    kind = bool if name in ("less", "logical_not") else float
    out, expected = np.zeros(shape, kind), np.zeros(shape, kind)
    given = [{"a": a, "b": b}.get(text, text) for text in inputs.split(", ")]
    numbers = [float(value) if isinstance(value, str) else value for value in given]
    getattr(np, name)(*numbers, out=expected)

    done = run(
        TEXT.replace("FUNCTION", name).replace("INPUTS", inputs),
        config(1, 1),
        {"a": a, "b": b, "out": out},
    )

    np.testing.assert_allclose(out, expected, rtol=1e-14)
    assert done.trace.hazards == ()


def test_the_threads_of_a_block_race_for_a_common_output() -> None:
    done = run(
        TEXT.replace("FUNCTION", "sin").replace("INPUTS", "a"),
        config(1, 2),
        {"a": np.ones(3), "b": 0, "out": np.zeros(3)},
    )

    assert [hazard.kind for hazard in done.trace.hazards] == ["race"]
    assert done.trace.hazards[0].array == "out"


def test_the_output_is_the_value_of_the_call() -> None:
    kernel = "def kernel(a, out):\n    out[0] = np.maximum(a, 1, out)[1] + 5\n"

    done = run(kernel, config(1, 1), {"a": np.arange(3.0), "out": np.zeros(3)})

    assert done.arrays["out"].tolist() == [6, 1, 2]


def test_an_output_of_another_shape_ends_the_launch() -> None:
    with pytest.raises(KernelFailed, match="another shape"):
        run(
            TEXT.replace("FUNCTION", "sin").replace("INPUTS", "a"),
            config(1, 1),
            {"a": np.ones(4), "b": 0, "out": np.zeros(3)},
        )
