"""Addresses at which somebody listens who is no scheduler."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gpuviz.cluster import client, link

pytest.importorskip("distributed", reason="the extra cluster is not installed")


@contextmanager
def listening(says: bytes | None) -> Iterator[str]:
    """Somebody who says this to whoever comes, and hangs up; None: who says nothing, and waits."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            visitor, _ = server.accept()
            with visitor:
                visitor.sendall(says or b"")
                if says is None:
                    visitor.recv(1)  # until the visitor is gone

        thread = threading.Thread(target=serve)
        thread.start()
        host, port = server.getsockname()
        yield f"tcp://{host}:{port}"
        thread.join()


@pytest.mark.parametrize("says", [None, b""])
def test_who_listens_without_a_word_is_no_scheduler(
    says: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (client, link):
        monkeypatch.setattr(module, "CONNECT_S", 0.1)

    with listening(says) as address, pytest.raises(OSError, match=r"timed out|hangs up"):
        client.knock(address)
    with listening(says) as address, pytest.raises(OSError):  # noqa: PT011 - asyncio's has no words
        asyncio.run(link._knock(address))


def test_who_speaks_first_may_be_one() -> None:
    with listening(b"words") as address:
        client.knock(address)
    with listening(b"words") as address:
        asyncio.run(link._knock(address))
