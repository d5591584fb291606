"""What is said of the workers of a cluster before anything is launched there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gpuviz.cluster.machines import (
    ClusterWorker,
    Survey,
    WorkerSays,
    place_name,
    probe_of,
    why_unfit,
)
from gpuviz.device import find_device
from gpuviz.messages import Message

H200, T4 = find_device("h200_sxm"), find_device("t4")
NO_DRIVER = Message("probe.no-driver", "No NVIDIA driver was found.")
ADDRESS = "tcp://server:8786"


def worker(number: int, machine: str = "server", **changes: object) -> ClusterWorker:
    says = WorkerSays(machine, "1.0", "3.11.7", "0.68.1", (H200,), NO_DRIVER, True, 1)
    return ClusterWorker(f"tcp://10.0.0.{number}:4000", replace(says, **changes))  # type: ignore[arg-type]


def survey(*workers: ClusterWorker, scheduler_why: str = "") -> Survey:
    return Survey(ADDRESS, workers, scheduler_why)


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (survey(), "cluster.no-workers"),
        (survey(ClusterWorker("tcp://a:1", None, "No module")), "cluster.workers-lack"),
        (survey(worker(1), scheduler_why="No module"), "cluster.scheduler-lacks"),
        (survey(worker(1), worker(2, gpuviz="0.9")), "cluster.other-version"),
        (survey(worker(1), ClusterWorker("tcp://a:1", None, "No module")), None),
        (survey(worker(1)), None),
    ],
)
def test_a_cluster_that_cannot_launch_is_told_apart(found: Survey, code: str | None) -> None:
    why = why_unfit(found, "1.0")

    assert (why and why.code) == code
    assert why is None or ADDRESS in why.text


def test_gpus_of_a_machine_are_listed_once_of_each_kind_with_its_name() -> None:
    found = survey(worker(1), worker(2), worker(3, "lab", gpus=(T4,)), worker(4, offers_gpu=False))

    probe = probe_of(found)

    assert [gpu.name for gpu in probe.devices] == [f"{H200.name} · server", f"{T4.name} · lab"]
    assert probe.usable
    assert found.gpus[0].hosts == ("10.0.0.1", "10.0.0.2")


@pytest.mark.parametrize(
    ("found", "code"),
    [
        (survey(worker(1, offers_gpu=False)), "cluster.no-gpu"),
        (survey(worker(1, gpus=())), "cluster.gpu-unusable"),
    ],
)
def test_why_no_gpu_can_be_used_is_said(found: Survey, code: str) -> None:
    probe = probe_of(found)

    assert not probe.usable
    assert probe.message.code == code


def test_many_machines_are_counted() -> None:
    assert place_name(["a"]) == "a"
    assert place_name(["a", "b"]) == "a, b"
    assert place_name(["a", "b", "c", "d"]) == "a, b +2"
