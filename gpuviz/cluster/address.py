"""What stands for a cluster: the address of a scheduler, the file that it writes, or `local`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from gpuviz.extras import install_command
from gpuviz.messages import Message

LOCAL = "local"
"""The address of a cluster of processes that is made for this purpose, on this machine."""
ENCRYPTED = ("tls", "wss")
"""Beginnings of addresses to which nothing travels in the open."""


def client_arguments(address: str) -> dict[str, Any]:
    """What `distributed.Client` needs: an address, or the file that `dask scheduler` wrote."""
    if Path(address).is_file():
        return {"scheduler_file": address}
    return {"address": address}


def address_of(arguments: dict[str, Any]) -> str:
    """The address itself. Raises OSError and ValueError for a file that names none."""
    if "address" in arguments:
        return str(arguments["address"])
    found = json.loads(Path(arguments["scheduler_file"]).read_text(encoding="utf-8"))
    if not isinstance(found, dict) or not isinstance(found.get("address"), str):
        raise ValueError("the file names no address")
    address: str = found["address"]
    return address


def unencrypted(address: str) -> Message | None:
    """That what travels there can be read on the way; None where it cannot, or does not travel."""
    try:
        scheme, _, _ = address_of(client_arguments(address)).rpartition("://")
    except (OSError, ValueError):
        return None
    if address == LOCAL or scheme in ENCRYPTED:
        return None
    template = (
        "The connection to {address} is not encrypted: others in the network can read and change"
        " code, data and results, and in grading names and points. Let the scheduler and its"
        " workers speak TLS, and name it by tls://.."
    )
    return Message("cluster.unencrypted", template, {"address": address})


def no_extra() -> Message:
    """That Dask is not installed here."""
    template = "A cluster needs a package that is not installed: {command} brings it."
    return Message("cluster.no-extra", template, {"command": install_command("cluster")})


def nobody(address: str, error: BaseException) -> Message:
    """That nobody answers, or refuses."""
    template = (
        "No Dask scheduler answers at {address} ({reason}): start one with `dask scheduler`, or see"
        " whether the address is right."
    )
    reason = " ".join(str(error).split()) or type(error).__name__
    return Message("cluster.nobody", template, {"address": address, "reason": reason})
