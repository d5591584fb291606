"""What the launch panel says of a configuration."""

from __future__ import annotations

import pytest

from gpuviz.device import find_device
from gpuviz.insight.summary import launch_meaning
from gpuviz.scene.launch.facts import meaning_facts
from tests.helpers.launches import emulated

THIN = "\u202f"


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (1, f"100{THIN}% · 255 of 256 threads idle"),
        (1000, f"100{THIN}%"),  # 24 of 1 024 are, which the row of threads says
    ],
)
def test_occupancy_is_not_said_alone_where_many_threads_are_idle(size: int, words: str) -> None:
    trace, device = emulated("vector_add", (size,)), find_device("t4")

    facts = meaning_facts(
        launch_meaning(trace.config, device, trace), trace.config, device, "assumed"
    )

    assert [fact.value for fact in facts if fact.label == "occupancy"] == [words]
