"""`gpuviz devices --model`: the memory of a network, and the GPUs that have room for it."""

from __future__ import annotations

import json

import pytest

from gpuviz.cli import main
from gpuviz.device import find_device, load_devices
from gpuviz.model.model_memory import ModelSize, bytes_of, least_gpus

BILLION = 10**9


def test_training_with_adam_takes_sixteen_bytes_for_a_weight_and_sgd_eight() -> None:
    model = ModelSize(weights=7 * BILLION)

    assert sum(bytes_of(model, "train_adam").values()) == 112 * BILLION
    assert sum(bytes_of(model, "train_sgd").values()) == 56 * BILLION
    assert bytes_of(model, "answer") == {"weights": 14 * BILLION}
    assert bytes_of(model, "answer_4bit") == {"weights": 3.5 * BILLION}


def test_activations_grow_with_the_batch_and_only_where_something_is_trained() -> None:
    one, eight = (ModelSize(1000, batch, kept=300) for batch in (1, 8))

    assert bytes_of(one, "train_adam")["activations"] == 600
    assert bytes_of(eight, "train_adam")["activations"] == 8 * 600
    assert bytes_of(eight, "train_sgd")["activations"] == 2 * 8 * 600
    assert bytes_of(one, "answer") == bytes_of(eight, "answer")


@pytest.mark.parametrize(("needed", "gpus"), [(0, 1), (1, 1), (100, 1), (101, 2), (250.5, 3)])
def test_a_gpu_more_is_needed_as_soon_as_the_last_one_is_full(needed: float, gpus: int) -> None:
    assert least_gpus(needed, 100) == gpus


def test_the_table_says_what_is_kept_and_how_many_gpus_have_room(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["devices", "--model", "7e9,8,100e6"]) == 0

    printed = capsys.readouterr().out
    rows = {line.split()[0]: line for line in printed.splitlines() if line}
    assert printed.startswith("model of 7 000 000 000 weights, batch 8, 100 000 000")
    assert "114 GB" in rows["together"]  # 112 for the weights, 1.6 for the batch
    assert set(load_devices()) <= set(rows)
    assert rows["h200_sxm"].split()[-4:] == ["1", "1", "1", "1"]
    assert rows["t4"].split()[-4:] == ["1", "1", "4", "8"]
    assert "Not counted: CUDA itself" in printed


def test_the_json_has_bytes_by_use_and_the_least_number_of_each_gpu(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["devices", "t4", "--model", "8627,12,99", "--json"]) == 0

    model = json.loads(capsys.readouterr().out)["model"]
    assert (model["weights"], model["batch"], model["kept"]) == (8627, 12, 99)
    assert model["bytes"]["train_sgd"]["activations"] == 12 * 99 * 4
    assert model["gpus"] == {"t4": dict.fromkeys(model["bytes"], 1)}
    assert find_device("t4").mem_bytes > sum(model["bytes"]["train_adam"].values())


@pytest.mark.parametrize("text", ["", "0", "1,2", "1,2,3,4", "7b", "1.5", "-1", "1,,3", "1e16"])
def test_what_is_no_model_is_one_line(capsys: pytest.CaptureFixture[str], text: str) -> None:
    assert main(["devices", f"--model={text}"]) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert f"--model '{text}' is no model" in printed.err
    assert printed.err.count("\n") == 1


def test_a_model_and_a_product_are_two_things(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["devices", "--model", "7e9", "--product", "64"]) == 2

    assert "--model and --product ask for two different things" in capsys.readouterr().err
