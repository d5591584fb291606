"""Constant texts in arrays and records."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gpuviz.messages import NotSupportedError
from tests.simt.kernels import config, run


@pytest.mark.parametrize(("dtype", "text"), [("<U12", "XYZ"), ("S12", b"XYZ"), ("<U2", "X")])
def test_a_constant_text_is_stored_in_the_elements_of_the_threads(dtype: str, text: Any) -> None:
    kernel = (
        f"def kernel(a):\n    i = cuda.grid(1)\n    if i < a.size - 1:\n        a[i] = {text!r}"
    )

    done = run(kernel, config(1, 32), {"a": np.zeros(9, dtype)})

    assert done.arrays["a"].tolist() == [text] * 8 + [type(text)()]
    assert done.trace.hazards == ()


def test_a_text_in_a_record_is_a_field_like_others() -> None:
    record = np.dtype([("n", np.int32), ("name", "<U5")])
    kernel = "def kernel(a):\n    i = cuda.grid(1)\n    a[i].n = i\n    a[i]['name'] = 'warp'"

    done = run(kernel, config(1, 2), {"a": np.zeros(2, record)})

    assert done.arrays["a"].tolist() == [(0, "warp"), (1, "warp")]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("x = a[0]", "kernel.text-element"),
        ("a[0] = 3", "kernel.complex-element"),
        ("b[0] = 'x'", "kernel.complex-element"),
        ("a[0] = b'x'", "kernel.complex-element"),
    ],
)
def test_what_texts_are_not_for_is_refused(line: str, code: str) -> None:
    with pytest.raises(NotSupportedError) as refused:
        run(
            f"def kernel(a, b):\n    {line}",
            config(1, 1),
            {"a": np.zeros(2, "<U3"), "b": np.zeros(2)},
        )

    assert refused.value.message.code == code
