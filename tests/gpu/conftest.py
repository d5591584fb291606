"""The engine and the GPU for these tests; without a GPU all of them are skipped, saying so."""

from __future__ import annotations

import pytest

from gpuviz.device import Device
from gpuviz.engines.probe import Probe, probe
from gpuviz.engines.request import Engine


@pytest.fixture(scope="session")
def found() -> Probe:
    found = probe()
    if not found.worth_trying:
        pytest.skip(f"no GPU to test on: {found.message.text}")
    return found


@pytest.fixture(scope="session")
def gpu(found: Probe) -> Device:
    assert found.device is not None
    return found.device


@pytest.fixture(scope="session")
def engine(found: Probe) -> Engine:
    from gpuviz.engines.cuda_gpu import CudaEngine

    return CudaEngine()
