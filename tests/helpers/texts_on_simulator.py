"""Runs kernels on Numba's simulator: a process of its own, as it must be chosen before an import.

Reads a JSON list of {"text", "grid", "block", "arrays": [[dtype, values], ...]} from stdin, prints
a JSON list of the arrays after each launch. `text` defines `kernel`.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import numpy as np
from numba import cuda


def run(job: dict[str, Any]) -> list[list[Any]]:
    """The arrays after one launch."""
    space: dict[str, Any] = {"cuda": cuda, "np": np, "math": math}
    exec(job["text"], space)
    arrays = [np.array(values, dtype) for dtype, values in job["arrays"]]
    cuda.jit(space["kernel"])[job["grid"], job["block"]](*arrays)
    return [array.tolist() for array in arrays]


if __name__ == "__main__":
    np.seterr(all="ignore")
    print(json.dumps([run(job) for job in json.load(sys.stdin)]))
