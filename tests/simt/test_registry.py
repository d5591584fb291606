"""What kernels may call is declared once, and known wherever a kernel is lowered."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from gpuviz.simt.lower import program, registry
from gpuviz.simt.types import FLOAT32

LOWERS = """
import gpuviz.simt.execute
from gpuviz.simt.lower import registry
print(*(registry.callee_named(name) is not None for name in ("math.sqrt", "cuda.shared.array")))
"""


@pytest.mark.slow
def test_whoever_can_execute_a_kernel_knows_all_that_it_may_call() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOWERS], capture_output=True, text=True, check=True
    )

    assert done.stdout.split() == ["True", "True"]


def test_a_name_cannot_be_declared_twice() -> None:
    assert program.Program is not None  # it has declared all intrinsics

    with pytest.raises(AssertionError, match="popc is declared twice"):
        registry.intrinsic("cuda.popc")(lambda scope, node, arguments: arguments[0])


def test_members_are_found_by_the_type_of_what_they_belong_to() -> None:
    assert registry.method_of(FLOAT32, "conjugate") is not None
    assert registry.attribute_of(np.dtype(np.complex64), "real") is not None
    assert registry.method_of(FLOAT32, "reshape") is None


@pytest.mark.parametrize(
    ("function", "unit"), [("fabsf", "arithmetic"), ("sqrt", "special"), ("fma", "arithmetic")]
)
def test_functions_that_take_no_more_than_an_addition_need_no_special_unit(
    function: str, unit: str
) -> None:
    assert registry.unit_of_function(function) == unit
