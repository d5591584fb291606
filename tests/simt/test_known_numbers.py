"""Variables that hold one known whole number: they can be the shape of an array."""

from __future__ import annotations

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, run

SHAPED = """
def kernel(out):
    {lines}
    i = cuda.threadIdx.x
    s[i, 0] = i
    cuda.syncthreads()
    out[i] = s[31 - i, 0]
"""


@pytest.mark.parametrize("space", ["shared", "local"])
@pytest.mark.parametrize(
    "lines",
    [
        "n = 32; s = cuda.SPACE.array((n, 2), np.int32)",
        "shape = (32, 2); s = cuda.SPACE.array(shape, np.int32)",
        "n = 32; m = n; s = cuda.SPACE.array((m, 2), np.int32)",
        "n: int = 32; s = cuda.SPACE.array(shape=(n, 1), dtype=np.int32)",
    ],
)
def test_a_known_number_is_the_shape_of_an_array(lines: str, space: str) -> None:
    out = np.zeros(32)
    text = SHAPED.format(lines=lines.replace("SPACE", space))

    trace = run(
        text.replace("31 - i", "i") if space == "local" else text, config(1, 32), {"out": out}
    )

    assert trace.trace.hazards == ()
    assert sorted(out.tolist()) == list(range(32))


@pytest.mark.parametrize(
    "lines",
    [
        "n = 32; n = 32; s = cuda.shared.array((n, 1), np.int32)",
        "n = 31; n += 1; s = cuda.shared.array((n, 1), np.int32)",
        "n = out.size; s = cuda.shared.array((n, 1), np.int32)",
        "for n in range(32, 33): s = cuda.shared.array((n, 1), np.int32)",
    ],
)
def test_a_number_that_may_change_is_no_shape(lines: str) -> None:
    with pytest.raises(NotSupportedError, match="must be known before"):
        run(SHAPED.format(lines=lines), config(1, 32), {"out": np.zeros(32)})


def test_a_number_set_on_one_way_only_is_not_known_on_the_others() -> None:
    text = """
        def kernel(out):
            i = cuda.threadIdx.x
            if i < 16:
                n = 7
            out[i] = n if i < 16 else 0
        """
    out = np.zeros(32)

    run(text, config(1, 32), {"out": out})

    assert out.tolist() == [7] * 16 + [0] * 16
