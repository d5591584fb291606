"""A script on the emulator: its launches, what it prints, and how it ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from gpuviz.engines import pipeline_script
from gpuviz.engines.numba_simulator import NumbaSimulatorEngine
from gpuviz.engines.repairing import repair_operation
from gpuviz.messages import RequestRefused
from gpuviz.repair.asked import launch_faults
from tests.helpers.scripts import HOST, KERNELS, SCRIPT, asked, my_sum, ran, written


def said(path: Path) -> list[str]:
    return [message.text for message in ran(path).messages]


@pytest.mark.slow
def test_the_script_of_the_readme_is_one_launch_with_a_race(tmp_path: Path) -> None:
    path = written(tmp_path, my_sum(), "my_sum.py")

    result = ran(path)

    [trace] = result.launches
    assert (trace.kernel, tuple(trace.config.grid), trace.functions[0].file) == (
        "block_sums",
        (8, 1, 1),
        str(path),
    )
    assert [(hazard.kind, hazard.line) for hazard in trace.hazards] == [("race", 9)]
    assert (result.correct, result.failure, result.whole) == (None, None, (0,))
    assert [message.text for message in result.messages] == ["The script printed:\n1024.0"]


@pytest.mark.slow
def test_launches_and_copies_stand_in_their_order_with_lines_and_names(tmp_path: Path) -> None:
    result = ran(written(tmp_path, SCRIPT))

    assert [trace.kernel for trace in result.launches] == ["double", "shift", "double"]
    lines = [SCRIPT.splitlines()[(event.line or 0) - 1] for event in result.events]
    assert [event.kind for event in result.events] == ["h2d", "kernel", "kernel", "kernel", "d2h"]
    assert lines == HOST.splitlines()[1:]
    assert result.events[-1].name == "a"


@pytest.mark.slow
def test_a_launch_that_was_not_kept_comes_of_another_run(tmp_path: Path) -> None:
    path = written(tmp_path, SCRIPT)

    result = ran(path, whole=(1,))

    assert result.whole == (1,)
    assert [trace.steps is None for trace in result.launches] == [True, False, True]


@pytest.mark.slow
def test_it_runs_in_its_folder_as_a_main_module_and_finds_what_lies_beside_it(
    tmp_path: Path,
) -> None:
    written(tmp_path, KERNELS, "beside.py")
    written(tmp_path, "7", "data.txt")
    text = (
        "import sys\nimport numpy as np\nfrom beside import double\n"
        "if __name__ == '__main__':\n"
        "    double[1, 32](np.full(8, np.loadtxt('data.txt')))\n"
        "    print(sys.argv)\n"
    )
    path = written(tmp_path, text)

    result = ran(path)

    assert [trace.kernel for trace in result.launches] == ["double"]
    assert result.launches[0].functions[0].file == str(tmp_path / "beside.py")
    assert said(path) == [f"The script printed:\n{[str(path)]}"]


@pytest.mark.slow
def test_its_own_mistake_is_told_with_its_line_and_what_ran_before_stays(tmp_path: Path) -> None:
    path = written(tmp_path, SCRIPT + "assert a.size == 3, 'no three'\n")

    result = ran(path)

    assert len(result.launches) == 3
    assert result.failure is not None
    assert result.failure.message.text == (
        "mine broke off in line 22, after 3 launches: AssertionError: no three."
    )
    assert result.failure.place is not None
    assert (result.failure.place.file, result.failure.place.line) == (str(path), 22)


def test_an_unknown_name_in_a_kernel_is_told_at_the_line_of_the_kernel(tmp_path: Path) -> None:
    path = written(tmp_path, SCRIPT.replace("a[i] *= 2", "a[i] *= factor"))

    failure = ran(path).failure

    assert failure is not None
    assert failure.place is not None
    assert failure.place.line == 9
    assert "factor has no value here" in failure.message.text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("print('hello')\n", "mine.py came to its end and launched no kernel"),
        ("print('hello')\nnp.ones(3)\n", "mine broke off in line 2, before its first launch: Name"),
        ("print('hello')\nraise SystemExit(3)\n", "The script left with the exit code 3"),
    ],
)
def test_without_a_launch_it_is_told_why_and_what_was_printed(
    tmp_path: Path, text: str, words: str
) -> None:
    failure = ran(written(tmp_path, text)).failure

    assert failure is not None
    assert words in failure.message.text
    assert failure.message.text.endswith("The script printed:\nhello")


@pytest.mark.slow
def test_leaving_early_with_no_code_is_no_failure(tmp_path: Path) -> None:
    result = ran(written(tmp_path, SCRIPT + "import sys\nsys.exit(0)\n"))

    assert (len(result.launches), result.failure) == (3, None)


@pytest.mark.slow
def test_long_output_is_cut_and_a_line_without_an_end_is_told_too(tmp_path: Path) -> None:
    path = written(tmp_path, SCRIPT + "print('\\n'.join(map(str, range(30))), end=' end')\n")

    [told] = said(path)

    assert told.startswith("The script printed 31 lines, which begin:\n4.0\n0\n1\n")
    assert told.endswith("\n18")


@pytest.mark.slow
def test_what_the_host_forgot_is_told_with_its_line(tmp_path: Path) -> None:
    path = written(tmp_path, SCRIPT.replace("print(a.copy_to_host()[0])", ""))

    told = said(path)

    assert any(words.startswith("Line 5: double writes into its argument a") for words in told)


@pytest.mark.slow
def test_more_launches_than_can_be_listed_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline_script, "MOST_LAUNCHES", 1)

    result = ran(written(tmp_path, SCRIPT))

    assert [trace.kernel for trace in result.launches] == ["double"]
    assert [event.kind for event in result.events] == ["h2d", "kernel"]
    assert result.messages[0].text == (
        "The script launched 3 kernels, of which the first 1 is listed. Launches with hazards"
        " among the others: 1."
    )


@pytest.mark.slow
def test_a_repair_is_tried_by_running_the_script_again(tmp_path: Path) -> None:
    path = written(tmp_path, my_sum(), "my_sum.py")
    result = ran(path)

    repairs = repair_operation(asked(path), launch_faults(result.launches, None, path))

    assert repairs.text is not None
    assert "half = 64\n    cuda.syncthreads()\n" in repairs.text


def test_numbas_simulator_runs_no_scripts(tmp_path: Path) -> None:
    request = asked(written(tmp_path, SCRIPT), engine="numba-simulator")

    with pytest.raises(RequestRefused, match="choose the engine emulator"):
        NumbaSimulatorEngine().run(request, lambda share: None)
