"""Device files with something wrong in them are refused by device, key and value."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gpuviz import device_file
from gpuviz.cli import main
from gpuviz.device import Device, Latencies, from_values, load_devices, to_values
from gpuviz.device_fields import FIELDS, DeviceField
from gpuviz.device_file import read_device_file
from gpuviz.messages import RequestRefused

DEVICE_FILE = Path(__file__).parent.parent / "assets" / "devices.toml"
TEXT = DEVICE_FILE.read_text(encoding="utf-8")
T4 = TEXT[TEXT.index('id = "t4"') : TEXT.index("\n[[device]]", TEXT.index('id = "t4"'))]


def changed(folder: Path, original: str, wrong: str) -> Path:
    """The table with one thing another; of the T4 where others have the same."""
    part = T4 if original in T4 else TEXT
    assert original in part
    file = folder / "my_devices.toml"
    file.write_text(TEXT.replace(part, part.replace(original, wrong, 1)), encoding="utf-8")
    return file


@pytest.mark.slow
@pytest.mark.parametrize(
    ("original", "wrong", "said"),
    [
        ("sm_count = 40\n", "", "device 't4': sm_count is missing: add it"),
        ("sm_count = 40", "sm_count = 0", "sm_count = 0 has to be a whole number from 1 to 1000"),
        ("sm_count = 40", "sm_count = -40", "sm_count = -40 has to be"),
        ("sm_count = 40", "sm_count = 40.0", "sm_count = 40.0 has to be a whole number"),
        ("sm_count = 40", "sm_count = true", "sm_count = True has to be"),
        ("boost_mhz = 1590", "boost_mhz = nan", "boost_mhz = nan has to be a number from 50"),
        ("boost_mhz = 1590", "boost_mhz = inf", "boost_mhz = inf has to be"),
        ("year = 2018", "year = 18", "year = 18 has to be a whole number from 1990 to 2100"),
        ("tdp_w = 70", 'tdp_w = "70 W"', "tdp_w = '70 W' has to be a number from 1 to 100000 W"),
        ("mem_bw_gbs = 320.1", 'mem_bw_gbs = "320.1"', "mem_bw_gbs = '320.1' has to be a number"),
        ("mem_bw_gbs = 320.1", "mem_bw_gbs = 1e30", "mem_bw_gbs = 1e+30 has to be"),
        ("l2_bytes = 4194304", "l2_bytes = 99999999999", "is more than mem_bytes = 15835660288"),
        ('cc = "7.5"', 'cc = "1.0"', "device 't4': cc = '1.0' is not described here"),
        ('cc = "7.5"', "cc = 7.5", "cc = 7.5 is not described here: choose one of 6.1, 7.5"),
        ('cc = "7.5"\n', "", "device 't4': cc is missing"),
        ('id = "t4"\n', "", "device 'without id': id is missing"),
        ('id = "t4"', 'id = "gtx1650"', "id = 'gtx1650' is there twice"),
        ('id = "t4"', 'id = "gpu:0"', "id = 'gpu:0' has to be one word of at most 80 letters"),
        ('id = "t4"', 'id = "my t4"', "id = 'my t4' has to be one word"),
        ('id = "t4"', 'id = "t\\u0007"', "has to be one word"),
        ('[cc."7.5"]', '[cc."turing"]', "cc = '7.5' is not described here"),
        (
            'name = "Tesla T4"',
            f'name = "{"T" * 101}"',
            "words in quotes on one line, at most 100 letters",
        ),
        ('name = "Tesla T4"', 'name = "Tesla\\nT4"', "words in quotes on one line"),
        ('name = "Tesla T4"', "name = 4", "name = 4 has to be words in quotes"),
        ('name = "Tesla T4"', 'name = " "', "name = ' ' has to be words in quotes"),
        ("pcie_gbs = 15.75\n", "", "device 't4': pcie_gbs is missing"),
        ('pcie = "3.0 x16"', 'pcie = "integrated"', "pcie_gbs = 15.75 has no meaning where"),
        ('status = "query"', 'status = "guessed"', "status = 'guessed' has to be one of query"),
        ("shared_per_block_optin = 65536", "shared_per_block_optin = 65537", "shared_per_sm = 65"),
        ("shared_carveouts_kb = [32, 64]", "shared_carveouts_kb = [32, 65]", "exceeds shared_per"),
        ("shared_carveouts_kb = [32, 64]", "shared_carveouts_kb = []", "has to be a list of"),
        ("65535, 65535]", "65535]", "max_grid_dim = [2147483647, 65535] has to be three whole"),
        ("max_block_dim = [1024, 1024, 64]", "max_block_dim = 1024", "has to be three whole"),
        ("l2 = 231", "l2 = -1", "lat.l2 = -1 has to be a number from 1 to 10000 cycles"),
        ("l2 = 231, ", "", "lat.l2 is missing"),
        ("lat = { alu = 6,", 'lat = "none" #', "lat = 'none' has to be a table of latencies"),
        ("sm_count = 40", f"sm_count = 1{'0' * 400}", "has to be a whole number from 1 to 1000"),
        ("mem_bw_gbs = 320.1", f"mem_bw_gbs = 0x{'f' * 6000}", "mem_bw_gbs = 0xfff"),
        ("warp_size = 32", "warp_size = 64", "warp_size = 64 has to be"),
        ("schema = 1", "schema = ", "does not describe devices"),
        ("\n[common]", "\n[commons]", "it has no [common]"),
    ],
)
def test_what_is_wrong_in_a_device_file_is_said_by_device_key_and_value(
    original: str, wrong: str, said: str, tmp_path: Path
) -> None:
    file = changed(tmp_path, original, wrong)

    with pytest.raises(RequestRefused) as refused:
        load_devices(file)

    assert str(refused.value).startswith("my_devices.toml")
    assert said in str(refused.value)
    assert len(str(refused.value)) < 200


def test_a_compute_capability_that_is_no_number_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "my_devices.toml"
    file.write_text(TEXT.replace('"7.5"', '"turing"'), encoding="utf-8")

    with pytest.raises(RequestRefused, match="cc = 'turing' has to be two numbers"):
        load_devices(file)


def test_a_device_is_the_same_after_its_values_have_travelled() -> None:
    for device in load_devices().values():
        assert from_values(json.loads(json.dumps(to_values(device)))) == device


def test_a_device_without_family_year_and_tdp_is_listed_without_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = re.sub(r"(?m)^(family|year|tdp_w|generation) = .*\n", "", TEXT)
    file = tmp_path / "bare.toml"
    file.write_text(bare, encoding="utf-8")

    assert main(["devices", "t4", "--file", str(file)]) == 0

    rows = [line.split("  ")[1] for line in capsys.readouterr().out.splitlines()[1:15]]
    assert rows[:6] == [
        "id",
        "name",
        "compute capability",
        "SMs",
        "boost clock",
        "memory bandwidth",
    ]
    assert "TDP, power at most" not in rows


def test_values_of_before_there_were_families_are_a_device() -> None:
    values = {
        name: value
        for name, value in to_values(load_devices()["t4"]).items()
        if name not in ("family", "year", "tdp_w", "generation")
    }

    assert from_values(values).tdp_w is None


@pytest.mark.parametrize(
    "content", [b"\xff\xfe\x00", b"", b"common = 1", b"device = [1]", b"a = " + b"[" * 9999]
)
def test_a_file_that_is_none_of_devices_is_refused(content: bytes, tmp_path: Path) -> None:
    bad = tmp_path / "my_devices.toml"
    bad.write_bytes(content)

    with pytest.raises(RequestRefused, match=r"my_devices\.toml does not describe devices"):
        load_devices(bad)


def test_a_file_that_is_not_there_is_said_to_be_unreadable(tmp_path: Path) -> None:
    with pytest.raises(RequestRefused, match=r"nowhere\.toml cannot be read \(No such file"):
        load_devices(tmp_path / "nowhere.toml")


def test_the_command_refuses_a_bad_device_file_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = changed(tmp_path, "sm_count = 40", "sm_count = 0")

    assert main(["devices", "--file", str(bad)]) == 2

    printed = capsys.readouterr()
    assert (printed.out, printed.err.count("\n")) == ("", 1)
    assert "sm_count = 0" in printed.err


def test_every_value_of_a_device_is_described_and_checked() -> None:
    own = {field.name for field in dataclasses.fields(Device)} - {"lat"}
    latencies = {f"lat.{field.name}" for field in dataclasses.fields(Latencies)}

    assert {field.name for field in FIELDS} == own | latencies


@given(
    st.sampled_from([field for field in FIELDS if field.name not in ("id", "cc")]),
    st.sampled_from(["true", "nan", "-inf", "1e30", "-1", '""', "[]", "[[]]", "{}", "07:32:00"]),
)
def test_no_strange_value_anywhere_makes_a_traceback(field: DeviceField, value: str) -> None:
    line = f"{field.name} = {value}\n"
    without = re.sub(rf"(?m)^{re.escape(field.name)} = .*\n", "", T4)
    text = TEXT.replace(T4, without.replace('name = "Tesla T4"\n', f'name = "Tesla T4"\n{line}'))
    if field.name == "name":
        text = TEXT.replace(T4, without + line)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(device_file, "read_ordinary", lambda *_given: text.encode())
        with pytest.raises(RequestRefused):
            read_device_file(DEVICE_FILE)
