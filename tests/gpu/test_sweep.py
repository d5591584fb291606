"""A sweep whose launches run on a real GPU, and whose CPU times come from another process."""

from __future__ import annotations

import pytest

from gpuviz.device import Device
from tests.gpu.sweep_checks import assert_swept, request_for, swept

pytestmark = pytest.mark.gpu


def test_a_sweep_on_the_gpu_measures_each_launch_before_the_cpu_has_its_turn(gpu: Device) -> None:
    assert_swept(swept(request_for("cuda", gpu)), "measured")
