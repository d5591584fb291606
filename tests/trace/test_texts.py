"""Half a character (a lone surrogate) or a 0 in any text of a recording: every export goes on."""

from __future__ import annotations

import copy
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gpuviz.cli.json_text import plain
from gpuviz.cli.launch_object import launch_object
from gpuviz.messages import NotSupportedError, RequestRefused
from gpuviz.notebook.bundle import launch_html
from gpuviz.notebook.picture import LaunchPicture
from gpuviz.simt.source.text import function_tree
from gpuviz.trace import Trace
from gpuviz.trace.file import load_trace, save_trace
from gpuviz.trace.perfetto import perfetto_lines
from gpuviz.web.page import page_of
from tests.helpers.two_files import mirrored

EXPORTS: dict[str, Callable[[Trace], bytes]] = {
    "html": page_of,
    "notebook": lambda trace: launch_html(trace).encode("utf-8"),
    "svg": lambda trace: LaunchPicture(trace).drawing("dark").svg,
    "json": lambda trace: json.dumps(plain(launch_object(trace))).encode("utf-8"),
}
Path_ = tuple[str | int, ...]


def texts_of(value: object, path: Path_ = ()) -> Iterator[Path_]:
    """Where texts are in plain JSON."""
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, str):
        yield path
    elif isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    for key, item in inner:
        yield from texts_of(item, (*path, key))


def changed(value: Any, path: Path_, more: str) -> Any:
    """The same with a text that is longer."""
    made = copy.deepcopy(value)
    inside = made
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] += more
    return made


@pytest.mark.slow
@pytest.mark.parametrize("more", ["\ud800", "\0"])
def test_whatever_text_is_odd_a_recording_is_refused_or_exported(more: str, tmp_path: Path) -> None:
    save_trace(mirrored(), tmp_path / "good.gpuviz")
    with zipfile.ZipFile(tmp_path / "good.gpuviz") as good:
        members = {name: good.read(name) for name in good.namelist()}
    manifest = json.loads(members.pop("manifest.json"))
    places = {path[-1] if isinstance(path[-1], str) else path: path for path in texts_of(manifest)}
    opened = 0

    for path in places.values():
        with zipfile.ZipFile(tmp_path / "odd.gpuviz", "w") as odd:
            for name, data in members.items():
                odd.writestr(name, data)
            odd.writestr("manifest.json", json.dumps(changed(manifest, path, more)))
        try:
            trace = load_trace(tmp_path / "odd.gpuviz")
        except RequestRefused:
            continue
        opened += 1
        for export in EXPORTS.values():
            assert export(trace)
        if trace.placement is not None:
            assert list(perfetto_lines(trace))

    assert opened > 10


@pytest.mark.parametrize("text", ["\ud800", "a\0", "def f(\ud800): pass"])
def test_source_with_odd_characters_is_no_function(text: str) -> None:
    with pytest.raises(NotSupportedError):
        function_tree(text)
