"""GPUs of this machine on the command line: listed, chosen, refused."""

from __future__ import annotations

import argparse
import dataclasses
import json
from collections.abc import Callable

import pytest

from gpuviz.cli import main
from gpuviz.cli.choices import chosen_engine
from gpuviz.device import find_device
from gpuviz.engines.probe import Probe
from gpuviz.messages import Message, RequestRefused
from gpuviz.worker import Workers

T4, L4 = find_device("t4"), find_device("l4")
TWO = Probe(True, T4, Message("probe.usable", "Running on the Tesla T4."), (L4,))
TOO_OLD = Probe(False, T4, Message("probe.driver-too-old", "The driver is too old: install one."))

Answer = Callable[[Probe], None]


@pytest.fixture
def machine_has(monkeypatch: pytest.MonkeyPatch) -> Answer:
    def answer(probe: Probe) -> None:
        for module in ("gpu", "devices"):
            monkeypatch.setattr(f"gpuviz.cli.{module}.ask_for_gpu", lambda *_: probe)

    return answer


def chosen(engine: str | None, device: str | None) -> tuple[str, str, int]:
    with Workers() as workers:
        asked = argparse.Namespace(engine=engine, device=device, device_file=None)
        found = chosen_engine(asked, workers)
    return found.engine, found.device.id, found.gpu


@pytest.mark.parametrize(
    ("engine", "device", "expected"),
    [
        ("cuda", None, ("cuda", "t4", 0)),
        ("cuda", "gpu:0", ("cuda", "t4", 0)),
        ("cuda", "gpu:1", ("cuda", "l4", 1)),
        (None, "gpu:1", ("cuda", "l4", 1)),
        (None, None, ("cuda", "t4", 0)),
        (None, "h100_sxm", ("emulator", "h100_sxm", 0)),
    ],
)
def test_a_gpu_is_chosen_by_its_number(
    machine_has: Answer, engine: str | None, device: str | None, expected: tuple[str, str, int]
) -> None:
    machine_has(TWO)

    assert chosen(engine, device) == expected


@pytest.mark.parametrize(
    ("engine", "device", "said"),
    [
        ("cuda", "gpu:2", "There is no GPU 2 here: choose one of gpu:0 (Tesla T4), gpu:1 (NVIDIA"),
        ("cuda", "t4", "name one of its GPUs, as in --device gpu:0"),
        ("emulator", "gpu:0", "on which --engine emulator does not run: leave one of the two out"),
    ],
)
def test_a_gpu_that_cannot_be_meant_is_refused(
    machine_has: Answer, engine: str, device: str, said: str
) -> None:
    machine_has(TWO)

    with pytest.raises(RequestRefused) as refused:
        chosen(engine, device)

    assert said in str(refused.value)


def test_a_gpu_that_cannot_be_used_is_refused_with_the_reason(
    machine_has: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    machine_has(TOO_OLD)

    assert main(["run", "vector_add", "--engine", "cuda"]) == 2

    words = capsys.readouterr().err
    assert words.count("\n") == 1
    assert "The driver is too old" in words


def test_all_gpus_of_the_machine_are_listed(
    machine_has: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    machine_has(TWO)

    assert main(["devices"]) == 0

    lines = capsys.readouterr().out.splitlines()
    listed = [line for line in lines if line.startswith("gpu:")]
    assert [line.split()[0] for line in listed] == ["gpu:0", "gpu:1"]
    assert "Tesla T4" in listed[0]
    assert "NVIDIA L4" in listed[1]


def test_json_has_all_gpus(machine_has: Answer, capsys: pytest.CaptureFixture[str]) -> None:
    machine_has(TWO)

    assert main(["devices", "--json"]) == 0

    gpu = json.loads(capsys.readouterr().out)["gpu"]
    assert [device["id"] for device in gpu["devices"]] == ["t4", "l4"]
    assert dataclasses.asdict(T4).keys() == gpu["devices"][0].keys()


def test_one_gpu_of_the_machine_is_told_in_full(
    machine_has: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    machine_has(TWO)

    assert main(["devices", "gpu:1", "--json"]) == 0
    assert [one["id"] for one in json.loads(capsys.readouterr().out)["devices"]] == ["l4"]
    assert main(["devices", "gpu:2"]) == 2
    assert "There is no GPU 2 here: choose one of gpu:0" in capsys.readouterr().err


def test_without_a_gpu_there_is_none_of_that_number_and_no_other_is_suggested(
    machine_has: Answer, capsys: pytest.CaptureFixture[str]
) -> None:
    machine_has(Probe(False, None, Message("probe.no-driver", "No NVIDIA driver was found.")))

    assert main(["devices", "gpu:0"]) == 2

    words = capsys.readouterr().err
    assert words == "gpuviz: There is no gpu:0 on this machine: No NVIDIA driver was found.\n"


def test_where_a_gpu_is_modelled_one_of_the_machine_is_refused() -> None:
    with pytest.raises(RequestRefused, match="gpu:0 is a GPU of this machine, and one to be"):
        find_device("gpu:0")
