"""The fuzzer runs some cases of each kind, and finds what is planted."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from gpuviz.cli.commands import COMMANDS
from tools import fuzz
from tools.fuzzing import runner
from tools.fuzzing.commands import declared, make
from tools.fuzzing.kinds import KINDS, Broken, Kind, checked_sentence, one_json_object

QUICK = ("devices", "settings")
PLANTED = Kind("planted", "tests.tools.planted", ".bin", 60, 1 << 30, 1)


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in KINDS],
)
def test_some_cases_of_each_kind_hold(name: str, tmp_path: Path, capfd: object) -> None:
    cases = 4 if name == "commands" else 40

    code = fuzz.main([name, "--cases", str(cases), "--seed", "1", "--keep", str(tmp_path / "kept")])

    assert (code, sorted(tmp_path.rglob("*.*"))) == (0, [])


@pytest.mark.slow
@pytest.mark.parametrize("name", KINDS)
def test_a_seed_and_a_number_always_make_the_same_input(name: str) -> None:
    kind = KINDS[name]

    first = [kind.input_of(3, number) for number in range(5)]

    assert [kind.input_of(3, number) for number in range(5)] == first
    assert len(set(first)) > 1


@pytest.mark.parametrize(
    ("what", "where"),
    [
        ("raises", "ZeroDivisionError in planted.py"),
        ("dies", "the process ended with"),
        pytest.param("hangs", "no end within", marks=pytest.mark.slow),
    ],
)
def test_a_planted_fault_is_found_and_its_input_shows_it_again(
    what: str,
    where: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    limit = 1 if what == "hangs" else 60
    kind = Kind("planted", "tests.tools.planted", ".bin", limit, 1 << 30, 1)
    monkeypatch.setattr(fuzz, "KINDS", {what: kind})
    number = next(n for n in range(100) if kind.input_of(0, n) == what.encode())

    code = fuzz.main([what, "--first", str(number), "--cases", "1", "--keep", str(tmp_path)])

    kept = tmp_path / f"planted-0-{number}.bin"
    assert (code, kept.read_bytes()) == (1, what.encode())
    assert f"planted-0-{number}: {where}" in capsys.readouterr().out
    assert fuzz.main([what, "--again", str(kept)]) == 1
    assert where in capsys.readouterr().out


@pytest.mark.slow
def test_after_a_crash_the_next_case_runs() -> None:
    inputs = [PLANTED.input_of(0, number) for number in range(30)]
    crash = inputs.index(b"dies")
    good = inputs.index(b"good")

    found = list(runner.outcomes(PLANTED, 0, iter([crash, good])))

    assert [outcome.label for outcome in found] == ["crashes", "good"]


def test_every_option_of_every_command_is_tried() -> None:
    chance = random.Random(0)
    words = "\n".join(make(chance).decode() for _ in range(2000))

    options = [
        action.option_strings[-1]
        for command in COMMANDS
        for action in declared(command.name)
        if action.option_strings
    ]
    assert [option for option in options if option not in words] == []


@pytest.mark.parametrize("text", ["", "  ", "x" * 5000])
def test_what_nobody_can_read_is_no_sentence(text: str) -> None:
    with pytest.raises(Broken):
        checked_sentence(text)


@pytest.mark.parametrize("text", ["[]", '{"a": NaN}', "{} {}", "1"])
def test_what_is_not_one_object_is_found(text: str) -> None:
    with pytest.raises(Broken):
        one_json_object(text)
