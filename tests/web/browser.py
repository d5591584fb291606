"""Real browsers without a screen, driven by WebDriver BiDi: Firefox itself, Chromium through its
driver.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from tests.web.websocket import PATIENCE_SECONDS, WebSocket

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome")
FIREFOX_NAMES = ("firefox-esr", "firefox")
CHROMIUM_OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--hide-scrollbars",
)  # fmt: skip
FIREFOX_SETTINGS: Mapping[str, object] = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.enabled": False,
}
KEYS = {
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
    "Home": "\ue011", "End": "\ue010", "Tab": "\ue004", "Enter": "\ue007", "Shift": "\ue008",
    "Space": " ",
}  # fmt: skip
NAMES = ("chromium", "firefox")


def found(name: str) -> str | None:
    """Why a browser cannot be driven on this machine; None where it can."""
    if name == "firefox":
        return None if _program(FIREFOX_NAMES) else "no Firefox on this machine"
    if not _program(CHROMIUM_NAMES):
        return "no Chromium on this machine"
    return None if shutil.which("chromedriver") else "no chromedriver on this machine"


class Page:
    """One tab of a browser. `requests` are addresses that it asked for, `errors` what it logged."""

    def __init__(self, socket: WebSocket) -> None:
        self._socket, self._number = socket, 0
        self.requests: list[str] = []
        self.errors: list[str] = []
        self._context = ""

    def begin(self, is_new: bool) -> None:
        """Opens the tab, in a session of its own where there is none yet."""
        if is_new:
            self.ask("session.new", {"capabilities": {}})
        events = ["log.entryAdded", "network.beforeRequestSent"]
        self.ask("session.subscribe", {"events": events})
        tab = self.ask("browsingContext.create", {"type": "tab"})  # Firefox's first gets no focus
        self._context = tab["context"]

    def ask(self, method: str, values: Mapping[str, object]) -> Any:
        """Asks the browser for something, and hears events meanwhile."""
        self._number += 1
        self._socket.send({"id": self._number, "method": method, "params": values})
        while True:
            answer = self._socket.receive()
            if answer.get("id") == self._number:
                if answer["type"] == "error":
                    raise AssertionError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]
            self._hear(answer)

    def _hear(self, event: Any) -> None:
        if event.get("method") == "network.beforeRequestSent":
            self.requests.append(event["params"]["request"]["url"])
        elif event.get("method") == "log.entryAdded" and event["params"]["level"] == "error":
            self.errors.append(str(event["params"]["text"]))

    def resize(self, width: int, height: int, sharp: float = 1.0) -> None:
        """Makes it so large."""
        viewport = {"width": width, "height": height}
        values = {"context": self._context, "viewport": viewport, "devicePixelRatio": sharp}
        self.ask("browsingContext.setViewport", values)

    def open(self, path: Path) -> None:
        """Opens a page from its file, and waits until it shows its launch."""
        self.requests.clear()
        self.errors.clear()
        values = {"context": self._context, "url": path.as_uri(), "wait": "complete"}
        self.ask("browsingContext.navigate", values)
        self.ask("browsingContext.activate", {"context": self._context})
        self.until("document.querySelector('.gv-canvas, .gpuviz-problem') !== null")

    def run(self, script: str) -> Any:
        """The value of an expression of JavaScript, as JSON has it."""
        expression = f"(async () => JSON.stringify(await ({script}) ?? null))()"
        target = {"context": self._context}
        values = {"expression": expression, "target": target, "awaitPromise": True}
        answer = self.ask("script.evaluate", values)
        if answer["type"] == "exception":
            raise AssertionError(f"{script}: {answer['exceptionDetails']['text']}")
        return json.loads(answer["result"]["value"])

    def until(self, script: str) -> None:
        """Waits, frame by frame, until an expression is true."""
        loop = (
            "new Promise((done, failed) => { const end = Date.now() + 60000; const look = () =>"
            f" {{ if ({script}) done(true); else if (Date.now() > end)"
            " failed(new Error('it does not come true')); else requestAnimationFrame(look); };"
            " look(); })"
        )
        assert self.run(loop) is True

    def text(self, selector: str) -> str:
        """What is to be read in an element."""
        return str(self.run(f"document.querySelector({json.dumps(selector)}).innerText"))

    def click(self, selector: str) -> None:
        """A click into the middle of an element."""
        name = json.dumps(selector)
        x, y = self.run(
            f"(() => {{ const e = document.querySelector({name}); e.scrollIntoView({{block:"
            " 'center'}); const b = e.getBoundingClientRect();"
            " return [b.x + b.width / 2, b.y + b.height / 2]; })()"
        )
        self.click_at(x, y)

    def click_at(self, x: float, y: float, pointer: str = "mouse") -> None:
        """A click, or a tap, at a place of the window."""
        actions = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        kind = {"pointerType": pointer}
        source = {"type": "pointer", "id": pointer, "parameters": kind, "actions": actions}
        self._act(source)

    def hover_at(self, x: float, y: float) -> None:
        """The mouse goes to a place of the window."""
        actions = [{"type": "pointerMove", "x": round(x), "y": round(y)}]
        self._act({"type": "pointer", "id": "mouse", "actions": actions})

    def press(self, *names: str) -> None:
        """Keys: all but the last one are held."""
        keys = [KEYS.get(name, name) for name in names]
        actions = [{"type": "keyDown", "value": key} for key in keys]
        actions += [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self._act({"type": "key", "id": "keyboard", "actions": actions})

    def _act(self, source: Mapping[str, object]) -> None:
        self.ask("input.performActions", {"context": self._context, "actions": [source]})

    def picture(self, path: Path) -> None:
        """Saves what is seen as a PNG."""
        answer = self.ask("browsingContext.captureScreenshot", {"context": self._context})
        path.write_bytes(base64.b64decode(answer["data"]))


@contextmanager
def browser(name: str, folder: Path) -> Iterator[Page]:
    """A browser of its own with a new profile in a folder; it is ended with all that it started."""
    with (folder / f"{name}.log").open("w+b") as log:
        begin = _firefox if name == "firefox" else _chromium
        process, connect = begin(folder, log)
        try:
            socket = WebSocket(connect())
            try:
                page = Page(socket)
                page.begin(is_new=name == "firefox")
                yield page
            finally:
                socket.close()
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _program(names: tuple[str, ...]) -> str | None:
    return next((path for name in names if (path := shutil.which(name))), None)


Started = tuple[subprocess.Popen[bytes], Callable[[], str]]


def _firefox(folder: Path, log: IO[bytes]) -> Started:
    profile = folder / "firefox"
    profile.mkdir()
    lines = (
        f"user_pref({json.dumps(key)}, {json.dumps(value)});"
        for key, value in FIREFOX_SETTINGS.items()
    )
    (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
    program = _program(FIREFOX_NAMES)
    assert program is not None
    command = [program, "--headless", "--no-remote", "--remote-debugging-port", "0"]
    process = _started([*command, "--profile", str(profile)], folder, log)
    return process, lambda: _said(log, process, r"BiDi listening on (ws://\S+)") + "/session"


def _chromium(folder: Path, log: IO[bytes]) -> Started:
    program = _program(CHROMIUM_NAMES)
    process = _started(["chromedriver", "--port=0"], folder, log)

    def connect() -> str:
        port = _said(log, process, r"started successfully on port (\d+)")
        options = [*CHROMIUM_OPTIONS, f"--user-data-dir={folder / 'chromium'}"]
        wanted = {
            "webSocketUrl": True,
            "goog:chromeOptions": {"args": options, "binary": program},
        }
        body = json.dumps({"capabilities": {"alwaysMatch": wanted}}).encode("utf-8")
        request = urllib.request.Request(f"http://127.0.0.1:{port}/session", body)
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return str(json.load(answer)["value"]["capabilities"]["webSocketUrl"])

    return process, connect


def _started(command: list[str], folder: Path, log: IO[bytes]) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "HOME": str(folder), "MOZ_HEADLESS": "1"}
    return subprocess.Popen(
        command, stdout=log, stderr=log, env=environment, start_new_session=True
    )


def _said(log: IO[bytes], process: subprocess.Popen[bytes], pattern: str) -> str:
    """Waits for a line of a program that has just been started."""
    end = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < end:
        text = Path(log.name).read_text(encoding="utf-8", errors="replace")
        if match := re.search(pattern, text):
            return match[1]
        with suppress(subprocess.TimeoutExpired):  # nothing tells when a program has written
            process.wait(0.02)
            raise AssertionError(f"the browser has ended: {text}")
    raise AssertionError(f"the browser does not start: {text}")
