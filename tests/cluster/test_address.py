"""What stands for a cluster, and whether what travels there can be read on the way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from gpuviz.cluster.address import LOCAL, unencrypted


@pytest.mark.parametrize("address", ["tcp://10.0.0.1:8786", "ws://host", "host:8786"])
def test_without_tls_it_is_said(address: str) -> None:
    told = unencrypted(address)

    assert told is not None
    assert told.text.startswith(f"The connection to {address} is not encrypted: ")
    assert "tls://" in told.text


@pytest.mark.parametrize("address", [LOCAL, "tls://10.0.0.1:8786", "wss://host"])
def test_with_tls_and_on_this_machine_nothing_is_said(address: str) -> None:
    assert unencrypted(address) is None


@pytest.mark.parametrize(("address", "is_said"), [("tcp://a:1", True), ("tls://a:1", False)])
def test_the_file_of_a_scheduler_names_its_address(
    tmp_path: Path, address: str, is_said: bool
) -> None:
    file = tmp_path / "scheduler.json"
    file.write_text(json.dumps({"address": address}), encoding="utf-8")

    assert (unencrypted(str(file)) is not None) is is_said
