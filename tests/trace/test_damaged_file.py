"""No file makes a traceback: what is damaged, or no trace at all, is refused in one sentence."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gpuviz.launch import Dim3
from gpuviz.messages import RequestRefused
from gpuviz.texts import say
from gpuviz.trace import Hazard
from gpuviz.trace.file import load_trace, save_trace
from gpuviz.trace.validate import faults
from gpuviz.web.languages import spoken
from tests.helpers.traces import vector_add
from tests.trace.examples import bare, hazard, members_of, zipped
from tests.trace.sameness import differences


def refusal(data: bytes, folder: Path) -> str:
    """The sentence with which a file of these bytes is refused."""
    path = folder / "bad.gpuviz"
    path.write_bytes(data)
    with pytest.raises(RequestRefused) as raised:
        load_trace(path)
    text = str(raised.value)
    assert text.startswith(f"{path} cannot be opened: ")
    assert "\n" not in text
    return text


def npy(array: np.ndarray[Any, Any], allow_pickle: bool = False) -> bytes:
    buffer = io.BytesIO()
    np.save(buffer, array, allow_pickle=allow_pickle)
    return buffer.getvalue()


def npy_with_header(text: str, data: bytes = b"") -> bytes:
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + data


def test_a_file_that_is_cut_off_is_refused_wherever_it_ends(tmp_path: Path) -> None:
    save_trace(vector_add(), tmp_path / "one.gpuviz")
    data = (tmp_path / "one.gpuviz").read_bytes()

    for end in [0, 1, len(data) - 1, *random.Random(0).sample(range(len(data)), 20)]:
        refusal(data[:end], tmp_path)


@pytest.mark.slow
def test_a_file_with_wrong_bytes_is_refused_or_is_a_trace(tmp_path: Path) -> None:
    save_trace(vector_add(n=100, block=64), tmp_path / "one.gpuviz")
    data, chance = (tmp_path / "one.gpuviz").read_bytes(), random.Random(1)

    for _ in range(300):
        broken = bytearray(data)
        for _ in range(chance.choice([1, 1, 4, 40])):
            broken[chance.randrange(len(data))] = chance.randrange(256)
        path = tmp_path / "broken.gpuviz"
        path.write_bytes(broken)
        with contextlib.suppress(RequestRefused):
            assert list(faults(load_trace(path))) == []


@pytest.mark.parametrize("data", [b"", b"no zip", b"PK\x03\x04" + bytes(100), bytes(5000)])
def test_what_is_no_zip_is_refused(data: bytes, tmp_path: Path) -> None:
    assert "no trace" in refusal(data, tmp_path)


@pytest.mark.parametrize("name", ["nowhere.gpuviz", "."])
def test_a_file_that_is_not_there_is_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(RequestRefused, match="cannot be opened"):
        load_trace(tmp_path / name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("manifest", "words"),
    [
        (None, "has no manifest.json"),
        (b"{", "damaged or no trace"),
        (b"\xff\xfe", "damaged or no trace"),
        (b"[1]", "not that of a trace"),
        (b'{"gpuviz_trace": "1", "trace": {}}', "not that of a trace"),
        (b'{"gpuviz_trace": 1}', "not that of a trace"),
        (b'{"gpuviz_trace": 2, "trace": {}}', "made by a newer gpuviz: update gpuviz"),
        (b'{"gpuviz_trace": 1, "trace": {}}', "Trace is not complete"),
        (b'{"gpuviz_trace": 1, "trace": []}', "Trace is not complete"),
        (b'{"gpuviz_trace": 1, "trace": ' + b"[" * 100_000, "nested too deeply"),
        (b'{"gpuviz_trace": ' + b"1" * 5000 + b"}", "damaged or no trace"),
    ],
)
def test_a_bad_manifest_is_refused(manifest: bytes | None, words: str, tmp_path: Path) -> None:
    members = members_of(tmp_path / "one.gpuviz")
    del members["manifest.json"]
    if manifest is not None:
        members["manifest.json"] = manifest

    assert words in refusal(zipped(members), tmp_path)


Place = tuple[str | int, ...]


def with_manifest(members: dict[str, bytes], place: Place, value: Any) -> dict[str, bytes]:
    """The members with one value of the manifest changed; "absent" takes it away."""
    manifest = json.loads(members["manifest.json"])
    inner = manifest["trace"]
    for key in place[:-1]:
        inner = inner[key]
    if value == "absent":
        del inner[place[-1]]
    else:
        inner[place[-1]] = value
    return members | {"manifest.json": json.dumps(manifest).encode()}


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        (("kernel",), 5, "5 where str belongs"),
        (("kernel",), "absent", "Trace is not complete"),
        (("seed",), "0", "'0' where int belongs"),
        (("seed",), True, "True where int belongs"),
        (("seed",), 1.5, "1.5 where int belongs"),
        (("functions",), {"map": {}}, "where a list belongs"),
        (("functions",), [], "it has no kernel"),
        (("functions", 0), "f", "FunctionSource is not complete"),
        (("functions", 0, "is_kernel"), 1, "1 where bool belongs"),
        (("functions", 0, "captured"), [], "where a mapping belongs"),
        (
            ("functions", 0, "captured"),
            {"map": {"f": {"kind": "function", "value": 9}}},
            "captured f is no function",
        ),
        (("functions", 0, "captured"), {"map": {"f": {"kind": "x", "value": 9}}}, "'x' where"),
        (("config", "grid"), {"dim3": [0, 1, 1]}, "the grid (0, 1, 1)"),
        (("config", "grid"), {"dim3": [1, 1]}, "2 values where 3 belong"),
        (("config", "grid"), {"dim3": [1, 1, "1"]}, "where int belongs"),
        (("config", "grid"), [1, 1, 1], "where Dim3 belongs"),
        (("config", "grid"), {"dim3": [1, 1, 1]}, "followed blocks"),
        (("config", "block"), {"dim3": [32, 1, 1]}, "no followed block, warp or"),
        (("statements", 0, "function"), 1, "belongs to no function"),
        (("statements", 0, "function"), -1, "belongs to no function"),
        (("variables", 0, "function"), 7, "belongs to no function"),
        (("variables", 0, "dtype"), {"dtype": "nonsense"}, "no type of NumPy"),
        (("variables", 0, "dtype"), {"dtype": "|O"}, "Python objects"),
        (("variables", 0, "dtype"), {"dtype": 5}, "no type of NumPy"),
        (("variables", 0, "dtype"), {"dtype": [["a"]]}, "no type of NumPy"),
        (("variables", 0, "dtype"), "<f4", "where numpy.dtype"),
        (("sites", 0, "statement"), 3, "belongs to no statement"),
        (("sites", 0, "itemsize"), 0, "belongs to no statement"),
        (("sites", 0, "kind"), "look", "'look' where"),
        (("arrays", 0, "shape"), [-1], "negative size"),
        (("arrays", 0, "shape"), [99], "outside its array"),
        (("arrays", 0, "shape"), [101], "does not have that array's shape"),
        (("arrays", 0, "dtype"), {"dtype": "<f8"}, "does not have that array's type"),
        (("arrays",), [], "no step, site or array"),
        (("followed",), [1, 0], "followed blocks"),
        (("followed",), [0], "no followed block"),
        (("statements",), [], "belongs to no statement"),
        (("variables",), [], "no step or variable"),
        (("steps",), None, "without steps"),
        (("steps", "block"), {"npy": "nowhere.npy"}, "'nowhere.npy' is missing"),
        (("steps", "block"), {"npy": ["steps/block.npy"]}, "is missing"),
        (("steps", "block"), {"npy": "steps/warp.npy"}, "belongs"),
        (("steps", "block"), [1, 2], "belongs"),
        (("steps", "block"), {"exec": "import os"}, "unknown kind (exec)"),
        (("steps", "block"), {}, "unknown kind"),
        (("inputs", "map", "z"), {"npy": "inputs/a.npy"}, "what it keeps of z"),
        (("last_writer", "map", "z"), {"npy": "last_writer/c.npy"}, "what it keeps of z"),
        (("scalars", "map", "n"), {"scalar": "<i1", "value": 300}, "no value of the type int8"),
        (("scalars", "map", "n"), {"scalar": "<i4", "value": "a"}, "no value of the type"),
        (("scalars", "map", "n"), {"scalar": "|O", "value": 1}, "Python objects"),
        (("scalars", "map", "n"), {"scalar": "nowhere.npy"}, "is missing"),
        (("scalars", "map", "n"), {"complex": [1]}, "1 value where 2 belong"),
        (("scalars", "map", "n"), {"float": "1e5"}, "no number"),
        (("times",), {"source": "measured", "kernel_s": "fast"}, "where float belongs"),
        (("times",), {"source": "measured", "band": [1.0]}, "1 value where 2 belong"),
        (("notes",), [{"code": "a"}], "Message is not complete"),
    ],
)
def test_a_manifest_that_contradicts_itself_is_refused(
    place: Place, value: Any, words: str, tmp_path: Path
) -> None:
    members = members_of(tmp_path / "one.gpuviz")

    text = refusal(zipped(with_manifest(members, place, value)), tmp_path)

    assert words in text


def test_a_field_that_this_gpuviz_does_not_know_is_passed_over(tmp_path: Path) -> None:
    trace = vector_add(n=100, block=64)
    members = with_manifest(members_of(tmp_path / "a.gpuviz", trace), ("later",), {"new": 1})
    (tmp_path / "b.gpuviz").write_bytes(zipped(members))

    assert differences(trace, load_trace(tmp_path / "b.gpuviz")) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("member", "data", "words"),
    [
        ("steps/mask.npy", npy(np.zeros(3, np.uint32)), "differ in length"),
        ("steps/mask.npy", npy(np.zeros((3, 2), np.uint32)), "differ in length"),
        ("steps/mask.npy", npy(np.zeros(12, np.int64)), "belongs"),
        ("steps/mask.npy", npy(np.zeros(12, ">u4")), "belongs"),
        ("steps/mask.npy", b"", "no .npy file"),
        ("steps/mask.npy", b"\x93NUMPY\x01\x00", "unreadable header"),
        ("steps/mask.npy", b"\x93NUMPY\x09\x00" + bytes(90), "no .npy file"),
        ("steps/mask.npy", npy(np.array([{}, 1]), allow_pickle=True), "Python objects"),
        ("steps/mask.npy", npy(np.zeros(12, np.uint32))[:-1], "not as long as it says"),
        ("steps/mask.npy", npy(np.zeros(12, np.uint32)) + b"0", "not as long as it says"),
        ("steps/mask.npy", npy_with_header("{'descr': '<u4'}"), "unreadable header"),
        ("steps/mask.npy", npy_with_header("__import__('os').abort()"), "unreadable header"),
        ("steps/mask.npy", npy_with_header("(" * 5000), "unreadable header"),
        ("steps/mask.npy", npy_with_header("'\0'"), "unreadable header"),
        (
            "steps/mask.npy",
            npy_with_header("{'descr': '<u4', 'fortran_order': False, 'shape': (10**15,)}"),
            "unreadable header",
        ),
        (
            "steps/mask.npy",
            npy_with_header(
                "{'descr': '<u4', 'fortran_order': False, 'shape': (1000000000000000,)}"
            ),
            "not as long as it says",
        ),
        (
            "steps/mask.npy",
            npy_with_header("{'descr': '<u4', 'fortran_order': False, 'shape': (-1,)}"),
            "no valid shape",
        ),
        (
            "steps/mask.npy",
            npy_with_header("{'descr': [1, 2], 'fortran_order': False, 'shape': (1,)}", b"1234"),
            "no type of NumPy",
        ),
        (
            "steps/mask.npy",
            npy_with_header("{'descr': '|V0', 'fortran_order': False, 'shape': (9,)}"),
            "not as long as it says",
        ),
        ("accesses/bits.npy", npy(np.zeros((9, 31), np.uint64)), "differ in length"),
        ("last_writer/c.npy", npy(np.full(100, 128)), "written by a thread that is not there"),
        ("last_writer/c.npy", npy(np.full(100, -2)), "written by a thread that is not there"),
        ("thread_active.npy", npy(np.zeros((2, 63), bool)), "active threads"),
        ("warp_counters/steps.npy", npy(np.zeros((3, 5), np.uint32)), "a column for each warp"),
    ],
)
def test_a_member_that_is_not_what_it_should_be_is_refused(
    member: str, data: bytes, words: str, tmp_path: Path
) -> None:
    members = members_of(tmp_path / "one.gpuviz")
    assert member in members

    text = refusal(zipped(members | {member: data}), tmp_path)

    assert words in text


def column(name: str, change: Callable[[np.ndarray[Any, Any]], None]) -> Any:
    return pytest.param(name, change, id=name)


def put(row: int, value: int) -> Callable[[np.ndarray[Any, Any]], None]:
    def change(array: np.ndarray[Any, Any]) -> None:
        array[row] = value

    return change


@pytest.mark.slow
@pytest.mark.parametrize(
    ("member", "change"),
    [
        column("steps/block", put(0, 5)),
        column("steps/warp", put(0, -1)),
        column("steps/warp", put(0, 2)),
        column("steps/statement", put(0, 3)),
        column("accesses/step", put(0, -1)),
        column("accesses/step", put(0, 1000)),
        column("accesses/site", put(-1, 3)),
        column("accesses/array", put(-1, -1)),
        column("accesses/element", put(0, 100)),
        column("accesses/element", put(0, -2)),
        column("values/step", put(0, 1000)),
        column("values/variable", put(0, 1)),
    ],
)
def test_a_row_that_points_nowhere_is_refused(
    member: str, change: Callable[[np.ndarray[Any, Any]], None], tmp_path: Path
) -> None:
    members = members_of(tmp_path / "one.gpuviz")
    array = np.load(io.BytesIO(members[f"{member}.npy"]))
    change(array)

    refusal(zipped(members | {f"{member}.npy": npy(array)}), tmp_path)


@pytest.mark.parametrize(
    ("hazards", "words"),
    [
        (hazard(thread=Dim3(33, 0, 0)), "outside (33, 1, 1)"),
        (hazard(other_block=Dim3(0, 1, 0)), "outside (2, 1, 1)"),
        (hazard(block=Dim3(-1, 0, 0)), "a hazard is at (-1, 0, 0)"),
        (hazard(step=0), "a hazard is at a step that it does not hold"),
        (hazard(other_step=-1), "a hazard is at a step that it does not hold"),
    ],
)
def test_a_hazard_outside_of_the_launch_is_refused(
    hazards: Hazard, words: str, tmp_path: Path
) -> None:
    save_trace(bare(hazards=(hazards,)), tmp_path / "one.gpuviz")

    with pytest.raises(RequestRefused) as raised:
        load_trace(tmp_path / "one.gpuviz")

    assert words in str(raised.value)


def test_a_file_that_unpacks_to_more_than_memory_should_hold_is_refused(tmp_path: Path) -> None:
    data = bytearray(zipped(members_of(tmp_path / "one.gpuviz")))
    for entry in re.finditer(b"PK\x01\x02", bytes(data)):  # the directory's entry of each member
        struct.pack_into("<I", data, entry.start() + 24, 0x1FFFFFFF)

    assert "unpacks to more than 768 MiB" in refusal(bytes(data), tmp_path)


def test_a_manifest_of_many_megabytes_is_not_read(tmp_path: Path) -> None:
    members = members_of(tmp_path / "one.gpuviz")
    long = members | {"manifest.json": b" " * (9 << 20)}

    assert "larger than 8 MiB" in refusal(zipped(long, zipfile.ZIP_DEFLATED), tmp_path)


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_another_packing_than_ours_is_refused(packing: int, tmp_path: Path) -> None:
    members = members_of(tmp_path / "one.gpuviz")

    assert "packed or encrypted" in refusal(zipped(members, packing), tmp_path)


def test_what_is_wrong_is_said_in_the_readers_language(tmp_path: Path) -> None:
    path = tmp_path / "empty.gpuviz"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("other", b"")

    with pytest.raises(RequestRefused) as refused:
        load_trace(path)
    with spoken("zh_CN"):
        words = say(refused.value.message)

    assert words == f"无法打开 {path}：其中没有 manifest.json。"
