"""`gpuviz devices --product`: a matrix product on every device, as text and JSON."""

from __future__ import annotations

import json

import pytest

from gpuviz.cli import main
from gpuviz.device import find_device, load_devices
from gpuviz.model.tensor_product import product_time


def test_a_product_has_a_line_for_each_device_and_says_what_it_ranks(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["devices", "--product", "4096,4096,4096"]) == 0

    printed = capsys.readouterr().out
    lines = printed.splitlines()
    assert lines[0] == "product of 4 096 × 4 096 × 4 096 (M, N, K), fastest to slowest"
    assert lines[2].split() == ["device", "float32", "TF32", "FP16", "FP8", "limited", "by"]
    assert {line.split()[0] for line in lines[3:19]} == set(load_devices())
    assert lines[3].split()[0] == "b200"
    assert lines[12].split()[0] == "t4"  # of those with tensor cores the slowest
    assert "float32 is without tensor cores" in printed
    assert "Ranked by tensor cores, FP16" in printed
    assert "not validated" in printed


def test_the_json_has_a_range_for_each_type_that_a_device_has(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["devices", "t4", "--product", "2^11,1024,512", "--json"]) == 0

    product = json.loads(capsys.readouterr().out)["product"]
    shape = product["m"], product["n"], product["k"]
    [row] = product["modelled"]
    fp16 = product_time(shape, "fp16", find_device("t4"))
    assert shape == (2048, 1024, 512)
    assert fp16 is not None
    assert row["device"] == "t4"
    assert row["fp16"] == {
        "fastest_s": fp16.fastest_s,
        "slowest_s": fp16.slowest_s,
        "limiter": fp16.limiter,
    }
    assert row["fp32"]["fastest_s"] > 0
    assert (row["tf32"], row["bf16"], row["fp8"]) == (None, None, None)


def test_one_number_stands_for_all_three(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "l4", "--product", "100", "--json"]) == 0

    product = json.loads(capsys.readouterr().out)["product"]
    assert (product["m"], product["n"], product["k"]) == (100, 100, 100)


@pytest.mark.parametrize(
    "text", ["", "0", "1,2", "1,2,3,4", "a,b,c", "1.5", "-1,2,3", "1,,3", "10000001"]
)
def test_what_is_no_product_is_one_line(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert main(["devices", f"--product={text}"]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"--product '{text}' is no product" in printed.err
    assert printed.err.count("\n") == 1


def test_a_product_and_an_operation_are_two_things(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "--product", "64", "--operation", "saxpy"]) == 2

    assert "leave one of them out" in capsys.readouterr().err
