"""Defaults of options: which source counts, where a mistake stands, what a project cannot set."""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

import pytest

from gpuviz.cli import main
from gpuviz.cli.commands import COMMANDS, build_parser
from gpuviz.cli.defaults import KEYS, in_force, project_file, user_file
from gpuviz.messages import RequestRefused

Files = dict[str, str]
ROOT = Path(__file__).parents[2]


@pytest.fixture
def users(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own file, not there yet; the working folder is a project without any."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    for key in KEYS:
        monkeypatch.delenv(f"GPUVIZ_{key.name.upper()}", raising=False)
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    file = tmp_path / "config" / "gpuviz" / "gpuviz.toml"
    file.parent.mkdir(parents=True)
    return file


def parsed(*words: str) -> object:
    """The device that a command line means."""
    return build_parser(words[0], words).parse_args(words).device


def test_an_option_comes_before_the_environment_the_project_and_the_user(
    users: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ("run", "vector_add")
    assert parsed(*run) is None
    users.write_text('device = "l4"\n')
    assert parsed(*run) == "l4"
    Path("pyproject.toml").write_text('[tool.gpuviz]\ndevice = "rtx3090"\n')
    assert parsed(*run) == "rtx3090"
    monkeypatch.setenv("GPUVIZ_DEVICE", "rtx4090")
    assert parsed(*run) == "rtx4090"
    assert parsed(*run, "--device", "t4") == "t4"
    assert parsed(*run, "--device=t4") == "t4"


def test_the_nearest_file_above_is_the_projects_and_gpuviz_toml_comes_first(users: Path) -> None:
    here = Path.cwd()
    inner = here / "a" / "b"
    inner.mkdir(parents=True)
    (here / "pyproject.toml").write_text("[tool.gpuviz]\nseed = 1\n")
    (here / "a" / "pyproject.toml").write_text("[project]\nname = 'other'\n")

    assert project_file(inner) == here / "pyproject.toml"
    (here / "gpuviz.toml").write_text("seed = 2\n")
    assert project_file(inner) == here / "gpuviz.toml"
    assert in_force({}, inner, users)["seed"].text == "2"


def test_each_source_fills_in_what_the_stronger_ones_leave_open(users: Path) -> None:
    users.write_text('device = "l4"\ntimeout = 5\n')
    Path("gpuviz.toml").write_text('schedule = "warps"\n')

    found = in_force({"GPUVIZ_SEED": "3"}, Path.cwd(), users)
    assert {name: one.text for name, one in found.items()} == {
        "device": "l4",
        "timeout": "5",
        "schedule": "warps",
        "seed": "3",
    }
    assert found["schedule"].where.endswith("gpuviz.toml, line 1")
    assert found["seed"].where == "GPUVIZ_SEED"


WRONG = [
    ('device = "l4"\ndevise = "t4"\n', 2, "There is no default 'devise': there are device, "),
    ('\n\ndevice = ["t4"]\n', 3, "device = ['t4'] cannot be: write it as in device = \"rtx3090\"."),
    ("device = true\n", 1, "device = True cannot be: write it as in"),
    ("device = 2000-01-01\n", 1, "cannot be: write it as in"),
    ('device = "t44"\n', 1, "device = 't44' cannot be: There is no device 't44'. Did you mean t4?"),
    ('engine = "gpu"\n', 1, "has to be one of emulator, cuda, numba-simulator."),
    ('schedule = "random"\n', 1, "has to be one of lockstep, warps, adversarial."),
    ("seed = -1\n", 1, "seed = '-1' cannot be: seed '-1' is not a whole number"),
    (f"seed = {10**40}\n", 1, "cannot be: write it as in seed = 7."),
    ('[device]\nname = "t4"\n', 1, "device = {'name': 't4'} cannot be"),
]


@pytest.mark.parametrize(("text", "line", "words"), WRONG)
def test_a_mistake_is_one_line_with_file_and_line_and_what_to_write(
    text: str, line: int, words: str, users: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("gpuviz.toml").write_text(text)

    assert main(["run", "vector_add"]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith(f"gpuviz: {Path.cwd() / 'gpuviz.toml'}:{line}:1: ")
    assert words in said


@pytest.mark.parametrize(
    "content",
    [b"= =\n", b"\xff\n", b"#" * (1 << 20) + b"#", b"a = " + b"[" * 9000, b"seed = " + b"9" * 5000],
    ids=["no TOML", "no UTF-8", "huge", "deep", "digits"],
)
def test_a_file_that_cannot_be_read_is_said_in_one_line(
    content: bytes, users: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("gpuviz.toml").write_bytes(content)

    assert main(["run", "vector_add"]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith(f"gpuviz: The defaults of {Path.cwd() / 'gpuviz.toml'} cannot be read (")


@pytest.mark.parametrize(
    "key", [key for key in KEYS if not key.of_project], ids=lambda key: key.name
)
def test_a_project_lifts_no_limit(
    key: object, users: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    name, example = key.name, key.example  # type: ignore[attr-defined]
    Path("gpuviz.toml").write_text(f"{name} = {example}\n")

    assert main(["run", "vector_add"]) == 2
    said = capsys.readouterr().err
    assert f"A project's file cannot set {name}: write it into your own {users}" in said
    assert f"GPUVIZ_{name.upper()}" in said


def test_no_default_names_a_file_that_would_be_written_or_read() -> None:
    assert {key.name for key in KEYS if key.of_project} == {
        "device",
        "engine",
        "schedule",
        "seed",
        "format",
    }


@pytest.mark.slow
def test_the_page_says_which_options_of_which_commands_have_a_default(users: Path) -> None:
    page = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    rows = re.findall(r"(?m)^\| `(\w+)` \| (.*?) \| .*? \| (yes|no) \|$", page)

    assert [(name, said == "yes") for name, _, said in rows] == [
        (key.name, key.of_project) for key in KEYS
    ]
    for name, commands, _ in rows:
        having = {command.name for command in COMMANDS if f"--{name}" in _options(command.name)}
        assert set(re.findall(r"`(\w+)`", commands)) == having


def _options(command: str) -> set[str]:
    parser = build_parser(command)
    actions = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    chosen = next(actions).choices[command]
    return {word for action in chosen._actions for word in action.option_strings}


def test_a_default_that_means_nothing_beside_an_option_gives_way(users: Path) -> None:
    users.write_text('device = "l4"\nengine = "emulator"\nformat = "github"\n')

    assert parsed("run", "vector_add", "--engine", "cuda") is None
    assert parsed("run", "vector_add", "--engine", "emulator") == "l4"
    words = ("run", "vector_add", "--device", "gpu:0")
    assert build_parser("run", words).parse_args(words).engine is None
    for options, form in ((("--json",), "text"), ((), "github")):
        line = ("check", *options, "x.py")
        assert build_parser("check", line).parse_args(line).format == form


def test_a_gpu_of_this_machine_is_no_default_of_what_only_models(users: Path) -> None:
    users.write_text('device = "gpu:0"\n')

    assert parsed("run", "vector_add") == "gpu:0"
    assert parsed("check", "x.py") is None


def test_a_stronger_source_takes_out_what_does_not_go_with_it(users: Path) -> None:
    users.write_text('engine = "cuda"\ndevice = "gpu:1"\n')
    Path("gpuviz.toml").write_text('device = "l4"\n')

    found = in_force({}, Path.cwd(), users)
    assert {name: one.text for name, one in found.items()} == {"device": "l4"}


def test_a_window_opens_where_a_file_is_wrong_and_a_note_says_so(
    users: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    users.write_text("language = 7\n")

    build_parser("app", ("app",))
    said = capsys.readouterr().err
    assert said.startswith("gpuviz: Note: ")
    assert "language = '7' has to be one of en, zh_CN." in said
    with pytest.raises(RequestRefused):
        build_parser("list", ("list",))


def test_the_help_of_a_command_says_which_defaults_are_in_force(
    users: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    users.write_text('device = "l4"\n')

    assert main(["run", "--help"]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "device, schedule, engine, seed can have defaults of your own" in said
    assert "now: device = l4 (" in said


def test_the_doctor_says_what_is_in_force_and_where_from(users: Path) -> None:
    from gpuviz.cli.doctor import _defaults

    users.write_text('device = "l4"\n')
    Path("gpuviz.toml").write_text("seed = x\n")
    found = list(_defaults())
    assert (found[-1].verdict, found[-1].name) == ("note", "problem")

    Path("gpuviz.toml").write_text("seed = 5\n")
    told = {one.name: one.found for one in _defaults()}
    assert told["device"].startswith("l4, of ")
    assert told["seed"].endswith("gpuviz.toml, line 1")


@pytest.mark.slow
def test_a_default_reaches_what_is_run(users: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("pyproject.toml").write_text('[tool.gpuviz]\ndevice = "l4"\nengine = "emulator"\n')

    assert main(["run", "vector_add", "--no-cpu", "--json"]) == 0
    assert "l4" in json.dumps(json.loads(capsys.readouterr().out)["device"])


def test_the_users_file_is_beside_the_settings_of_the_window() -> None:
    qt = pytest.importorskip("PySide6.QtCore", exc_type=ImportError)
    places = qt.QStandardPaths
    folder = Path(places.writableLocation(places.StandardLocation.GenericConfigLocation))

    import os

    assert user_file(sys.platform, os.environ, Path.home()) == folder / "gpuviz" / "gpuviz.toml"


@pytest.mark.parametrize(
    ("platform", "environment", "place"),
    [
        ("linux", {}, "/home/a/.config/gpuviz/gpuviz.toml"),
        ("linux", {"XDG_CONFIG_HOME": "/x"}, "/x/gpuviz/gpuviz.toml"),
        ("darwin", {}, "/home/a/Library/Preferences/gpuviz/gpuviz.toml"),
        ("win32", {"LOCALAPPDATA": "/l"}, "/l/gpuviz/gpuviz.toml"),
        ("win32", {}, "/home/a/AppData/Local/gpuviz/gpuviz.toml"),
    ],
)
def test_the_users_file_of_each_system(platform: str, environment: Files, place: str) -> None:
    assert user_file(platform, environment, Path("/home/a")) == Path(place)
