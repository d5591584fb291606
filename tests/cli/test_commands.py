"""The commands besides `run`, and what they have in common."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gpuviz.cli import main
from gpuviz.cli.json_text import plain
from gpuviz.cli.log import log_path
from gpuviz.cli.parser import seed_number
from gpuviz.device import Device, load_devices
from gpuviz.messages import GpuvizError, KernelFailed, Message, RequestRefused
from gpuviz.operation import GROUPS, list_operations

ROOT = Path(__file__).parents[2]
GPUVIZ = [sys.executable, "-m", "gpuviz"]


def without_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gpuviz.cli.gpu.load_driver", lambda: None)


def test_list_names_every_operation_of_the_gallery(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0

    lines = capsys.readouterr().out.splitlines()
    named = [line.split()[0] for line in lines if line.startswith("  ")]
    assert named == [info.name for info in list_operations()]
    titles = [line for line in lines if line and not line.startswith("  ")]
    assert titles == [group.title for group in GROUPS if {*group.names} & {*named}]


def test_list_as_json_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0

    operations = json.loads(capsys.readouterr().out)["operations"]
    assert [entry["name"] for entry in operations] == [info.name for info in list_operations()]
    assert operations[0]["default_block"] == [256, 1, 1]
    assert (operations[0]["kind"], operations[0]["group"]) == ("kernel", "First steps")
    assert (operations[-1]["kind"], operations[-1]["group"]) == ("broken", "Broken on purpose")


def test_devices_as_json_have_all_fields_and_no_gpu_where_there_is_no_driver(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_driver(monkeypatch)

    assert main(["devices", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert found["gpu"] is None
    assert [entry["id"] for entry in found["devices"]] == list(load_devices())
    assert set(found["devices"][0]) == {*Device.__dataclass_fields__, "plugin"}


def test_devices_for_a_person_end_with_what_was_found_here(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_driver(monkeypatch)

    assert main(["devices"]) == 0

    printed = capsys.readouterr().out
    assert all(device.name in printed for device in load_devices().values())
    assert printed.splitlines()[-1].endswith(".")


def test_a_device_for_a_person_has_every_value_with_its_unit_and_its_source(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_driver(monkeypatch)

    assert main(["devices", "t4"]) == 0

    lines = capsys.readouterr().out.splitlines()
    said = dict(line.strip().split("  ", 1) for line in lines if "  " in line.strip())
    assert said["memory bandwidth"].strip() == "320.1 GB/s"
    assert said["shared memory of an SM"].strip() == "64 KiB"
    assert said["load from DRAM"].strip() == "450 cycles"
    assert sum(line.strip().startswith("source ") for line in lines) == 5


def test_one_device_as_json_is_a_list_of_one(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_driver(monkeypatch)

    assert main(["devices", "l4", "--json"]) == 0

    (entry,) = json.loads(capsys.readouterr().out)["devices"]
    assert (entry["id"], entry["sm_count"]) == ("l4", 58)


def test_numbers_of_the_device_table_stand_under_each_other(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    without_driver(monkeypatch)

    assert main(["devices"]) == 0

    table = capsys.readouterr().out.split("\n\n")[0].splitlines()
    assert len({line.index(" GB/s") for line in table[1:]}) == 1
    assert len({line.index(" TFLOP/s") for line in table[1:]}) == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["lst"], "`gpuviz list`"),
        (["rnu", "vector_add"], "`gpuviz run`"),
        (["qqq"], "--help"),
        (["missing.gpuviz"], "no file"),
        (["missing.py"], "no file"),
        (["assets/window.png"], ".py, .cu, .gpuviz, .md or .toml"),
        (["pyproject.toml"], "does not describe devices"),
        (["app", "a.gpuviz", "b.gpuviz"], "b.gpuviz"),
        (["--operation", "vector_ad"], "vector_add"),
        (["--screenshot", "shot.bmp"], ".png"),
        (["--nonsense"], "--nonsense"),
        (["run", "saxpy", "--size=--"], "The size '--'"),
        (["run", "saxpy", "--device-file=--"], "-- cannot be read"),
        (["list", "extra"], "extra"),
        (["devices", "t44"], "Did you mean t4?"),
    ],
)
def test_what_is_no_command_and_no_file_is_one_sentence(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    expected: str,
) -> None:
    monkeypatch.chdir(ROOT)

    assert main(words) == 2

    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert expected in printed.err


@pytest.mark.slow
@given(st.lists(st.text(st.characters(codec="utf-8"), max_size=8), min_size=1, max_size=4))
def test_no_words_make_a_traceback_or_a_second_line(words: list[str]) -> None:
    assume(words[0] not in {info.name for info in list_operations()})
    with pytest.MonkeyPatch.context() as patch:
        lines: list[str] = []

        def note(text: str, code: int) -> int:
            lines.append(text)
            return code

        patch.setattr("gpuviz.cli.command_line._complain", note)
        patch.setattr("gpuviz.cli.app.check_display", _refuse_display)

        code = main(["run", *words])

    assert code == 2
    assert len(lines) == 1
    assert "itself failed" not in lines[0]


def _refuse_display(environ: object) -> None:
    raise RequestRefused(Message("test", "no window in this test"))


@pytest.mark.parametrize(
    ("error", "code", "expected"),
    [
        (RequestRefused(Message("a", "no {x}", {"x": 1})), 2, "gpuviz: no 1\n"),
        (GpuvizError(Message("a", "two\nlines")), 2, "gpuviz: two lines\n"),
        (KernelFailed(Message("a", "wrong")), 1, "gpuviz: wrong\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_each_way_to_fail_has_its_exit_code(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    error: BaseException,
    code: int,
    expected: str,
) -> None:
    def fail(words: list[str]) -> int:
        raise error

    monkeypatch.setattr("gpuviz.cli.command_line._run", fail)

    assert main(["list"]) == code
    assert capsys.readouterr().err == expected


def test_a_mistake_in_gpuviz_goes_to_the_log_file_and_one_line_names_it(
    capsys: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    log = tmp_path / "state" / "gpuviz.log"
    monkeypatch.setattr("gpuviz.cli.log.log_path", lambda *_: log)
    monkeypatch.setattr("gpuviz.cli.command_line._run", lambda words: 1 // 0)

    assert main(["list"]) == 2

    assert capsys.readouterr().err.count("\n") == 1
    assert "ZeroDivisionError" in log.read_text(encoding="utf-8")
    caplog.clear()


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {}, "h/.local/state/gpuviz/gpuviz.log"),
        ("linux", {"XDG_STATE_HOME": "s"}, "s/gpuviz/gpuviz.log"),
        ("darwin", {}, "h/Library/Logs/gpuviz.log"),
        ("win32", {"LOCALAPPDATA": "l"}, "l/gpuviz/gpuviz.log"),
    ],
)
def test_the_log_lies_where_the_system_keeps_logs(
    platform: str, environ: dict[str, str], expected: str
) -> None:
    assert log_path(platform, environ, Path("h")) == Path(expected)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (float("nan"), None),
        ((1.5, float("inf")), [1.5, None]),
        (Message("a", "{n} things", {"n": 2}), "2 things"),
        ({"a": (Path("b"),)}, {"a": ["b"]}),
    ],
)
def test_json_has_neither_nan_nor_infinity(value: object, expected: object) -> None:
    assert plain(value) == expected


def test_python_m_gpuviz_is_gpuviz() -> None:
    done = subprocess.run([*GPUVIZ, "--version"], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 0
    assert done.stdout.startswith("gpuviz ")


@pytest.mark.slow
def test_the_refused_launch_of_the_manual_exits_with_2_and_one_line() -> None:
    words = ["run", "vector_add", "--size", "500000", "--grid", "1", "--block", "500000"]

    done = subprocess.run([*GPUVIZ, *words], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 2
    assert done.stdout == ""
    assert "1024" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="SIGINT is sent to a process on POSIX only")
def test_ctrl_c_during_a_launch_ends_quietly(tmp_path: Path) -> None:
    from tests.cli import kernels_for_tests as kernels

    file = tmp_path / "waits.py"
    ready = 'import os; os.write(2, b"ready")\n    while True: pass\n    return {"x"'
    file.write_text(kernels.changed('return {"x"', ready), encoding="utf-8")
    running = subprocess.Popen(  # a shell's background jobs would ignore the signal
        [*GPUVIZ, "run", str(file)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert running.stderr is not None
    assert running.stderr.read(5) == b"ready"

    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to all of a group
    out, err = running.communicate()  # ends only when the worker, which shares stderr, is gone too

    assert (running.returncode, out, err) == (130, b"", b"")


@pytest.mark.skipif(os.name != "posix", reason="pipes end differently elsewhere")
def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)

    done = subprocess.run(
        [*GPUVIZ, "devices"], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, text=True
    )
    os.close(writing)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "words",
    [
        ["app", ""],
        ["app", "--screenshot", ""],
        ["app", "--operation", ""],
        ["run", ""],
        ["check", ""],
        ["trace", ""],
        ["devices", "--file", ""],
        ["export", ""],
        [""],
    ],
)
def test_an_empty_name_is_refused_and_never_taken_for_none(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("seed", ["1000", "1_000", "1e3", "１０００"])  # full-width digits too
def test_whole_numbers_are_read_as_in_every_field(seed: str) -> None:
    assert seed_number(seed) == 1000
