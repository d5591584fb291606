"""Pipelines that are wrong on purpose: what is wrong is found and said."""

from __future__ import annotations

from pathlib import Path

from gpuviz.device import find_device
from gpuviz.engines.emulator import EmulatorEngine
from gpuviz.engines.request import LaunchRequest, LaunchResult
from gpuviz.operation import correct_operations, find_operation, list_operations, list_pipelines

REPAIRED = "    add_one[blocks, THREADS_OF_A_BLOCK](on_device)\n    on_device.copy_to_host(y)\n"


def ran(path: Path) -> LaunchResult:
    request = LaunchRequest(1, path, (100,), None, "emulator", find_device("t4"))
    return EmulatorEngine().run(request, lambda share: None)


def test_a_result_that_was_never_copied_back_is_wrong_though_no_launch_is() -> None:
    result = ran(find_operation("broken_forgotten_copy").path)

    assert result.correct is False
    assert [event.kind for event in result.events] == ["h2d", "kernel", "kernel"]
    assert not any(trace.hazards for trace in result.launches)
    assert not result.outputs["y"].any()
    (message,) = result.messages
    assert "add_one writes into its argument x" in message.text
    assert "copy_to_host()" in message.text


def test_one_line_repairs_it(tmp_path: Path) -> None:
    source = find_operation("broken_forgotten_copy").source
    path = tmp_path / "repaired.py"
    path.write_text(
        source.replace("    add_one[blocks, THREADS_OF_A_BLOCK](on_device)\n", REPAIRED),
        encoding="utf-8",
    )

    result = ran(path)

    assert result.correct is True
    assert result.messages == ()


def test_pipelines_that_are_wrong_on_purpose_stand_among_neither_kernels_nor_pipelines() -> None:
    broken = {i.name for i in list_operations() if i.is_broken and i.is_pipeline}

    assert broken == {"broken_forgotten_copy"}
    assert not broken & {i.name for i in (*correct_operations(), *list_pipelines())}
