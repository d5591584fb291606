"""`.gpuviz` files: what is saved is what is loaded."""

from __future__ import annotations

import io
import json
import os
import stat
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest
from gpuviz.launch import Dim3, LaunchConfig
from gpuviz.messages import Message, RequestRefused
from gpuviz.operation import OperationInfo, list_kernels
from gpuviz.simt.replay import follow
from gpuviz.trace import Captured, Counters, MissingBarrier, Placement, Times, Trace, Turn
from gpuviz.trace.file import load_trace, save_trace
from gpuviz.trace.validate import faults
from gpuviz.trace.whose_device import device_of
from tests.helpers.examples import examples
from tests.helpers.gallery_cases import awkward_sizes
from tests.helpers.traces import matmul_tiled, vector_add, warps_of, without_steps
from tests.trace.examples import NAN, bare, capturing, hazard
from tests.trace.sameness import differences

MINE = replace(find_device("t4"), id="x_mine", boost_mhz=812.5)
EDGE_CASES: dict[str, Callable[[], Trace]] = {
    "nothing": bare,
    "vector_add by hand": vector_add,
    "matmul_tiled by hand": matmul_tiled,
    "no steps": lambda: without_steps(vector_add()),
    "bare steps": lambda: warps_of([(0, 0, 0), (0, 1, 0), (0, 0, 1)], barriers=[1]),
    "hazards": lambda: bare(
        hazards=(
            hazard(),
            hazard(
                turns=(Turn(3, 1), Turn(4, 2, "main.py")),
                other_turns=(),
                first="other_thread",
                barrier=MissingBarrier(4, 3, 3),
            ),
            hazard(
                file="main.py",
                other_file="lib/parts.py",
                other_launch=2,
                barrier=MissingBarrier(4, 3, None, "main.py"),
            ),
            hazard(
                kind="barrier-divergence",
                space=None,
                array=None,
                index=(),
                other_line=None,
                other_block=None,
                other_thread=None,
            ),
        ),
        hazard_kinds_checked=("out-of-bounds", "race"),
    ),
    "counters": lambda: bare(counters=Counters(active_threads=1 << 40, barriers=3)),
    "times": lambda: bare(times=Times("modelled", 1e-9, 0.0, None, 2.5, (0.5, 2.0), "a note")),
    "placement": lambda: bare(
        placement=Placement(
            np.array([1, 0], np.int32), np.zeros(2), np.array([0.5, 1.5]), "measured"
        )
    ),
    "notes": lambda: bare(
        notes=(Message("a", "{a} 中文 {{}}", {"a": ("x", 1)}), Message("b", "b"))
    ),
    "constants": lambda: capturing(
        {
            "cuda": Captured("symbol", "cuda"),
            "f": Captured("function", 1),
            "table": Captured("array", np.arange(6, dtype=">i2").reshape(2, 3)),
            "none": Captured("constant", None),
            "true": Captured("constant", True),
            "big": Captured("constant", 2**63),
            "text": Captured("constant", "a\n\0\ud800 中"),
            "nan": Captured("constant", NAN),
            "inf": Captured("constant", -float("inf")),
            "minus zero": Captured("constant", -0.0),
            "complex": Captured("constant", complex(NAN, -1)),
            "nested": Captured("constant", (1, (2.5, None), ())),
            "dim3": Captured("constant", Dim3(1, 2, 3)),
            "single": Captured("constant", np.float32(0.1)),
            "half": Captured("constant", np.float16(NAN)),
            "flag": Captured("constant", np.True_),
            "small": Captured("constant", np.int8(-3)),
            "large": Captured("constant", np.uint64(2**64 - 1)),
            "pair": Captured("constant", np.complex64(1 - 2j)),
            "long": Captured("constant", np.longdouble("0.1")),
            "word": Captured("constant", np.str_("word")),
        }
    ),
    "records": lambda: capturing(
        {
            name: Captured("array", np.zeros(3, [(name, "<f4"), ("at", [("x", "<i2", (2, 2))])]))
            for name in ("a", "größe", "变量")
        }
    ),
    "scalars": lambda: bare(scalars={"n": np.int32(3), "x": 2.5, "c": 1j, "b": False}),
}


def same_again(trace: Trace, folder: Path) -> Trace:
    """The trace, saved and loaded, after a comparison of everything."""
    path = folder / "one.gpuviz"
    save_trace(trace, path)
    again = load_trace(path)
    assert differences(trace, again) == []
    return again


@pytest.mark.slow
@pytest.mark.parametrize("make", EDGE_CASES.values(), ids=EDGE_CASES)
def test_a_loaded_trace_is_the_saved_one(make: Callable[[], Trace], tmp_path: Path) -> None:
    same_again(make(), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("info", list_kernels(), ids=lambda info: info.name)
def test_the_trace_of_a_gallery_launch_survives_its_file(
    info: OperationInfo, tmp_path: Path
) -> None:
    size, block = awkward_sizes(info, (33,))[-1], info.default_block
    config = LaunchConfig(info.grid(size, block), block)
    request = LaunchRequest(1, info.path, size, config, "emulator", find_device("t4"))
    trace = EmulatorEngine().run(request, lambda share: None).trace

    again = same_again(trace, tmp_path)

    assert trace.steps is not None
    assert list(faults(again)) == []


def test_a_device_that_is_described_is_the_same_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "one.gpuviz"

    save_trace(bare(device_id="x_mine", device=MINE), path)

    assert load_trace(path).device == MINE


def test_a_launch_on_a_device_of_ones_own_tells_all_of_it_and_one_of_the_table_its_id_alone() -> (
    None
):
    (info,) = (one for one in list_kernels() if one.name == "vector_add")
    config = LaunchConfig(Dim3(1), Dim3(32))
    request = LaunchRequest(1, info.path, (32,), config, "emulator", MINE)

    own = EmulatorEngine().run(request, lambda share: None).trace
    known = replace(request, device=find_device("t4"))
    usual = EmulatorEngine().run(known, lambda share: None).trace

    assert (own.device_id, own.device, device_of(own)) == ("x_mine", MINE, MINE)
    assert (usual.device_id, usual.device, device_of(usual)) == ("t4", None, find_device("t4"))
    assert follow(own, (0,)).device == MINE


ARRAYS = npst.arrays(
    dtype=st.one_of(
        npst.boolean_dtypes(),
        npst.integer_dtypes(endianness="?"),
        npst.floating_dtypes(endianness="?"),
        npst.complex_number_dtypes(),
        npst.array_dtypes(npst.integer_dtypes(), max_size=3),
    ),
    shape=npst.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5),
)
NAMES = st.text(min_size=1, max_size=12) | st.sampled_from(
    ["../up", "/root", "a/b", "a\\b", "a.npy", ".", "", "A", "a", "con", "ä", "变量", "x" * 300]
)
CONSTANTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text(),
    lambda inner: st.tuples(inner, inner) | st.tuples(inner),
    max_leaves=8,
)


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(arrays=st.dictionaries(NAMES, ARRAYS, max_size=4), constants=st.lists(CONSTANTS, max_size=3))
def test_arrays_and_constants_of_any_kind_and_name_survive(
    arrays: dict[str, np.ndarray[Any, Any]], constants: list[Any], tmp_path: Path
) -> None:
    captured = {name: Captured("array", array) for name, array in arrays.items()}
    captured |= {f"c {n}": Captured("constant", value) for n, value in enumerate(constants)}

    same_again(capturing(captured), tmp_path)


def test_names_of_members_are_safe_and_unique_on_every_system(tmp_path: Path) -> None:
    names = ["a", "A", "../a", "..\\a", "/a", "a/b", "a.b", "变量", "", "x" * 500]
    captured = {name: Captured("array", np.arange(3)) for name in names}

    save_trace(capturing(captured), tmp_path / "one.gpuviz")

    members = zipfile.ZipFile(tmp_path / "one.gpuviz").namelist()
    assert len({member.casefold() for member in members}) == len(members) == 2 * len(names) + 1
    assert all(member.isascii() and len(member) < 200 for member in members)
    assert all(set(member) <= set(member.replace("\\", "").replace("..", "")) for member in members)
    assert not any(member.startswith("/") or ".." in member for member in members)


def test_arrays_of_a_loaded_trace_cannot_be_written(tmp_path: Path) -> None:
    again = same_again(vector_add(), tmp_path)

    with pytest.raises(ValueError, match="read-only"):
        again.outputs["c"][0] = 1


def test_numpy_and_json_alone_can_read_a_file(tmp_path: Path) -> None:
    trace = vector_add()
    save_trace(trace, tmp_path / "one.gpuviz")

    with zipfile.ZipFile(tmp_path / "one.gpuviz") as file:
        manifest = json.loads(file.read("manifest.json"), parse_constant=pytest.fail)
        table = manifest["trace"]
        mask = np.load(io.BytesIO(file.read(table["steps"]["mask"]["npy"])), allow_pickle=False)
        a = np.load(io.BytesIO(file.read(table["inputs"]["map"]["a"]["npy"])), allow_pickle=False)

    assert manifest["gpuviz_trace"] == 1
    assert table["functions"][0]["text"].startswith("@cuda.jit\ndef vector_add(a, b, c):")
    assert trace.steps is not None
    np.testing.assert_array_equal(mask, trace.steps.mask)
    np.testing.assert_array_equal(a, trace.inputs["a"])


def test_the_same_trace_gives_the_same_bytes(tmp_path: Path) -> None:
    save_trace(vector_add(), tmp_path / "one.gpuviz")
    save_trace(vector_add(), tmp_path / "two.gpuviz")

    assert (tmp_path / "one.gpuviz").read_bytes() == (tmp_path / "two.gpuviz").read_bytes()


@pytest.mark.parametrize(
    ("name", "reason"), [("nowhere/one.gpuviz", "No such file"), ("folder", "directory")]
)
def test_a_file_that_cannot_be_written_is_said_and_leaves_nothing(
    name: str, reason: str, tmp_path: Path
) -> None:
    (tmp_path / "folder").mkdir()

    with pytest.raises(RequestRefused) as raised:
        save_trace(vector_add(), tmp_path / name)

    assert "cannot be written" in str(raised.value)
    assert reason in str(raised.value)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_save_that_breaks_off_leaves_the_old_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "one.gpuviz"
    save_trace(vector_add(), path)
    old = path.read_bytes()

    with pytest.raises(ValueError, match="Object arrays"):
        save_trace(bare(inputs={"a": np.array([object()])}), path)

    assert path.read_bytes() == old
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such permissions")
def test_a_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    save_trace(bare(), tmp_path / "one.gpuviz")
    (tmp_path / "other").touch()

    one, other = ((tmp_path / name).stat().st_mode for name in ("one.gpuviz", "other"))
    assert stat.S_IMODE(one) == stat.S_IMODE(other)
