"""As much of a WebSocket (RFC 6455) as a test needs to talk to a browser of its own machine."""

from __future__ import annotations

import base64
import json
import os
import socket
import struct
from typing import Any
from urllib.parse import urlsplit

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
PATIENCE_SECONDS = 60.0
"""After which a browser that says nothing is taken for dead."""


class WebSocket:
    """A connection that sends and receives JSON, in the thread that asks."""

    def __init__(self, url: str) -> None:
        place = urlsplit(url)
        assert place.hostname is not None
        self._socket = socket.create_connection((place.hostname, place.port or 80))
        self._socket.settimeout(PATIENCE_SECONDS)
        self._received = bytearray()
        key = base64.b64encode(os.urandom(16)).decode("ascii")
        request = (
            f"GET {place.path or '/'} HTTP/1.1\r\nHost: {place.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._socket.sendall(request.encode("ascii"))
        answer = self._until(b"\r\n\r\n")
        if b" 101 " not in answer.split(b"\r\n")[0]:
            raise ConnectionError(answer.decode("latin-1"))

    def close(self) -> None:
        """Ends it."""
        self._socket.close()

    def send(self, message: object) -> None:
        """Sends a message."""
        self._send_frame(TEXT, json.dumps(message).encode("utf-8"))

    def receive(self) -> Any:
        """Waits for the next message."""
        parts = bytearray()
        while True:
            is_last, kind, data = self._frame()
            if kind == PING:
                self._send_frame(PONG, data)
            elif kind == CLOSE:
                raise ConnectionError("the browser has closed the connection")
            elif kind != PONG:
                parts += data
                if is_last:
                    return json.loads(parts)

    def _send_frame(self, kind: int, data: bytes) -> None:
        size = len(data)
        head = bytes([0x80 | kind])
        if size < 126:
            head += bytes([0x80 | size])
        elif size < 1 << 16:
            head += bytes([0x80 | 126]) + struct.pack(">H", size)
        else:
            head += bytes([0x80 | 127]) + struct.pack(">Q", size)
        mask = os.urandom(4)
        repeated = (mask * (size // 4 + 1))[:size]
        masked = int.from_bytes(data) ^ int.from_bytes(repeated)
        self._socket.sendall(head + mask + masked.to_bytes(size))

    def _frame(self) -> tuple[bool, int, bytes]:
        first, second = self._exactly(2)
        size = second & 0x7F
        if size == 126:
            (size,) = struct.unpack(">H", self._exactly(2))
        elif size == 127:
            (size,) = struct.unpack(">Q", self._exactly(8))
        return bool(first & 0x80), first & 0x0F, self._exactly(size)

    def _exactly(self, count: int) -> bytes:
        while len(self._received) < count:
            self._fill()
        data = bytes(self._received[:count])
        del self._received[:count]
        return data

    def _until(self, end: bytes) -> bytes:
        while end not in self._received:
            self._fill()
        return self._exactly(self._received.index(end) + len(end))

    def _fill(self) -> None:
        data = self._socket.recv(1 << 20)
        if not data:
            raise ConnectionError("the browser has closed the connection")
        self._received += data
