"""Small recordings that ask for time or memory without end are refused in one sentence."""

from __future__ import annotations

import io
import json
import os
import tracemalloc
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.messages import RequestRefused
from gpuviz.trace import Trace
from gpuviz.trace.file import load_trace
from gpuviz.trace.validate import faults
from tests.trace.examples import members_of
from tools.fuzzing import zips
from tools.fuzzing.recordings import case, cases, good_members, names

SEEDS = 8
SLOW = {"growing", "lying", "crowded", "long columns", "many scalars"}
"""Mutations that make files of which hundreds of megabytes have to be packed."""


def opened(data: bytes, folder: Path) -> Trace | str:
    """The trace of a file of these bytes, or the sentence that refuses it."""
    path = folder / "fuzzed.gpuviz"
    path.write_bytes(data)
    try:
        return load_trace(path)
    except RequestRefused as refusal:
        text = str(refusal)
    assert text.startswith(f"{path} cannot be opened: ")
    assert "\n" not in text
    assert len(text) < 600
    return text


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_a_fuzzed_recording_is_refused_in_a_sentence_or_opened(name: str, tmp_path: Path) -> None:
    for seed in range(1 if name in SLOW else SEEDS):
        found = opened(case(name, seed), tmp_path)
        assert isinstance(found, str) or list(faults(found)) == []


def test_the_good_recordings_are_opened(tmp_path: Path) -> None:
    for row in (0, 1):
        assert isinstance(opened(zips.zipped(good_members(row)), tmp_path), Trace)


@pytest.mark.slow
def test_a_seed_always_makes_the_same_cases() -> None:
    quick = [name for name in names() if name not in SLOW]

    assert [case(name, 3) for name in quick] == [case(name, 3) for name in quick]
    assert [name for name, _ in zip(cases(0), range(3), strict=False)] == [
        (name, case(name, 0)) for name in names()[:3]
    ]


@contextmanager
def at_most(most: int) -> Iterator[None]:
    """What is done here takes no more than so many bytes at a time."""
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < most
    finally:
        tracemalloc.stop()


def packed_zeros(name: str, megabytes: int, says: int | None = None) -> bytes:
    """A zip whose member `name` unpacks to so many; `says`: the bytes it says that it has."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        with file.open(name, "w") as member:
            for _ in range(megabytes):
                member.write(bytes(1 << 20))
        if says is not None:
            file.getinfo(name).file_size = says
    return buffer.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize("says", [None, 100])
def test_a_member_that_grows_is_not_unpacked_to_its_end(says: int | None, tmp_path: Path) -> None:
    data = packed_zeros("manifest.json", 60, says)

    with at_most(20 << 20):
        assert "manifest.json" in str(opened(data, tmp_path)) or says == 100


@pytest.mark.slow
def test_a_column_that_grows_is_refused_by_its_first_bytes(tmp_path: Path) -> None:
    members = members_of(tmp_path / "good.gpuviz")
    members["steps/mask.npy"] += bytes(60 << 20)
    data = zips.zipped(members, zipfile.ZIP_DEFLATED)

    with at_most(20 << 20):
        assert "steps/mask.npy is not as long as it says" in str(opened(data, tmp_path))


def with_manifest(change: Callable[[dict[str, Any]], object], folder: Path) -> str:
    """How a file is refused in whose manifest the trace is changed."""
    members = members_of(folder / "good.gpuviz")
    manifest = json.loads(members["manifest.json"])
    change(manifest["trace"])
    members["manifest.json"] = json.dumps(manifest).encode()
    return str(opened(zips.zipped(members), folder))


def note(template: str, **values: Any) -> dict[str, Any]:
    return {"code": "note", "template": template, "values": {"map": values}}


def tower(template: str, height: int) -> dict[str, Any]:
    message = note("x")
    for _ in range(height):
        message = note(template, a=message)
    return message


HAZARD = {
    **{"kind": "race", "space": "global", "array": "c", "index": [1], "line": 1, "other_line": 1},
    **{name: {"dim3": [0, 0, 0]} for name in ("block", "thread", "other_block", "other_thread")},
    **{"count": 1, "message": note("wrong")},
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda t: t.update(notes=[note("x")] * 1_001), "1001 rows of notes, more than 1000"),
        (lambda t: t.update(notes=[note("x")] * 100_000), "more than 400000 values"),
        (lambda t: t.update(notes=[tower("{a}{a}", 30)]), "too long to be said"),
        (lambda t: t.update(notes=[tower("{a}", 70)]), "lacks its values"),
        (lambda t: t.update(notes=[tower("{a}", 220)]), "nested too deeply"),
        (lambda t: t.update(notes=[note("{a.real}", **{"a": 1, "a.real": 1})]), "lacks its values"),
        (lambda t: t.update(notes=[note("{a}", a=10**100)]), "lacks its values"),
        (
            lambda t: t.update(hazards=[{**HAZARD, "what": note("{n:99999999}", n=1)}]),
            "lacks its values",
        ),
        (
            lambda t: t.update(hazards=[{**HAZARD, "repair": note("{n}", n="x" * 30_000)}]),
            "too long to be said",
        ),
        (lambda t: t.update(hazards=[HAZARD] * 2_001), "2001 rows of hazards"),
        (lambda t: t["config"].update(grid={"dim3": [1 << 26, 1, 1]}), "67108864 blocks"),
        (lambda t: t["functions"][0].update(text="#" * 20_000_000), "larger than 8 MiB"),
        (lambda t: t["functions"][0].update(text="#" * 20_000), "a line of its source has more"),
        (lambda t: t["functions"][0].update(text="#\n" * 200_000), "its source has more than"),
        (lambda t: t["functions"][0].update(text="#\n" * 20_000), "more than 10000 lines"),
        (lambda t: t["functions"][0].update(text="-" * 400 + "1"), "things in each other"),
        (lambda t: t["functions"][0].update(text="1" + " + 1" * 300), "things in each other"),
        (lambda t: t["sites"][0].update(itemsize=1 << 63), "where int belongs"),
        (lambda t: t["sites"][0].update(itemsize=1 << 62), "a site has elements of more than"),
        (lambda t: t["sites"][0].update(line=1 << 62), "a line or column is beyond"),
        (lambda t: t.update(shared_bytes=(1 << 62) + 1), "a count is beyond"),
        (lambda t: t["arrays"][0].update(shape=[1 << 62, 4]), "larger than any memory"),
        (lambda t: t["arrays"][0].update(shape=[1] * 40), "more than 32 dimensions"),
        (lambda t: t["arrays"][0].update(strides=[1 << 60]), "outside of any memory"),
        (lambda t: t["arrays"][0].update(name="a" * 2_000), "has 2000 letters"),
        (lambda t: t["variables"][0].update(dtype={"dtype": "|V999999999"}), "999999999 bytes"),
        (lambda t: t["scalars"]["map"].update(n=note("x")), "no argument and no constant"),
        (lambda t: t["scalars"]["map"].update({"n" * 2_000: 1}), "an argument or captured name"),
        (lambda t: t.update(kernel="k" * 1_001), "Trace.kernel"),
    ],
)
def test_what_is_over_budget_is_refused(
    change: Callable[[dict[str, Any]], object], words: str, tmp_path: Path
) -> None:
    assert words in with_manifest(change, tmp_path)


def test_members_that_lie_in_each_other_are_refused(tmp_path: Path) -> None:
    members = members_of(tmp_path / "good.gpuviz")
    data = bytearray(zips.zipped(members | {"manifest.json": members["manifest.json"] * 3}))
    with zipfile.ZipFile(io.BytesIO(bytes(data))) as file:
        first, second = file.infolist()[:2]
    at = data.rindex(second.filename.encode()) - 46
    data[at + 42 : at + 46] = (first.header_offset + 8).to_bytes(4, "little")

    assert "lie in each other" in str(opened(bytes(data), tmp_path))


def test_a_directory_of_a_million_members_is_not_read(tmp_path: Path) -> None:
    data = bytearray(zips.zipped(members_of(tmp_path / "good.gpuviz")))
    data[-10:-6] = (64 << 20).to_bytes(4, "little")

    assert "its directory is larger" in str(opened(bytes(data), tmp_path))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_that_nobody_writes_into_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gpuviz")

    with pytest.raises(RequestRefused, match="no ordinary file"):
        load_trace(tmp_path / "pipe.gpuviz")


def test_the_arrays_of_a_recording_cannot_be_written_to(tmp_path: Path) -> None:
    trace = opened(zips.zipped(good_members(0)), tmp_path)

    assert isinstance(trace, Trace)
    assert trace.steps is not None
    with pytest.raises(ValueError, match="read-only"):
        trace.steps.mask[0] = 0
    with pytest.raises(ValueError, match="cannot set WRITEABLE"):
        trace.inputs["a"].flags.writeable = True
    assert isinstance(trace.inputs["a"], np.ndarray)
