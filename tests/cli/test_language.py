"""The language of the command line: chosen by the user or the terminal, and whole."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gpuviz.cli.commands import COMMANDS, build_parser
from gpuviz.cli.language import language_for, of_locale
from gpuviz.cli.table import aligned
from gpuviz.lesson.answers import Answers, save_answers, tried
from gpuviz.lesson.puzzle import find_puzzle
from gpuviz.messages import Message, RequestRefused
from gpuviz.places import resource_dir
from tools.docs.blocks import blocks_of
from tools.fuzzing.commands import stage

KERNELS = resource_dir("kernels")
ROOT = Path(__file__).parents[2]
CHINESE = re.compile("[\u4e00-\u9fff]")
WORDS = re.compile(r"(?<![A-Za-z0-9_./`-])[A-Za-z][a-z]+(?: [a-z]+){2,}")
"""Three words of small letters in a row: a piece of an English sentence."""
WORD = re.compile(r"(?<![A-Za-z0-9_./:=+'-])[A-Za-z]?[a-z]{3,}(?![A-Za-z0-9_./:=+'-])")
"""One word of small letters that is no part of an option, a path or a name with other signs."""
NAMES = {
    "relu", "guard", "gpuviz", "query", "third", "mem", "float", "lane", "lesson", "source",
    "block", "Adam", "GeForce", "Tesla", "Jetson", "Orin", "Nano", "Numba",
    "Python", "common", "none",
}  # fmt: skip
"""Of kernels, devices, codes and libraries; of what is typed."""
CITED = re.compile(r"^  (?:来源|张量核心数据的来源) .*$", re.M)
"""Where a value of a device comes from is said as its file says it."""
CODE = re.compile(r"`[^`]*`|^  (?:bash|zsh|fish) .*$", re.M)


PROGRAM = """
import json, sys
from gpuviz.cli import main
for words in json.loads(sys.argv[1]):
    code = main(words)
    print(MARK, code, flush=True)
"""
MARK = "== done with exit code"


def said(*commands: tuple[str, ...], folder: Path | None = None) -> list[tuple[int, str]]:
    """The exit code and all that each command prints on a Chinese terminal, in one process."""
    alone = {name: value for name, value in os.environ.items() if not name.startswith("GPUVIZ_")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.replace("MARK", repr(MARK)), json.dumps(commands)],
        cwd=folder,
        env={
            **alone,
            **{"LC_ALL": "zh_CN.UTF-8", "PYTHONUTF8": "1", "COLUMNS": "200"},
            "PYTHONPATH": str(ROOT),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=True,
    )
    parts = re.split(rf"{MARK} (\d+)\n", done.stdout)
    return [(int(code), text) for text, code in zip(parts[::2], parts[1::2], strict=False)]


def english_in(text: str) -> list[str]:
    """Pieces of English sentences, but for code."""
    lines = [line for line in text.splitlines() if not line.startswith("    ")]
    return [one for line in lines for one in WORDS.findall(CODE.sub("", line))]


def words_in(text: str) -> list[str]:
    """English words that are no names."""
    found = WORD.findall(CITED.sub("", CODE.sub("", text)))
    return [one for one in found if one not in NAMES]


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh_CN"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C", "LC_MESSAGES": "zh_CN.GB18030"}, "zh_CN"),
        ({"LANG": "zh_TW.UTF-8"}, "en"),  # another script
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_the_terminals_locale_chooses_the_language(
    environment: dict[str, str], language: str
) -> None:
    assert of_locale(environment) == language


def test_what_the_user_has_chosen_comes_before_the_locale(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}

    assert language_for(["list"], {**home, "GPUVIZ_LANGUAGE": "zh_CN"}) == "zh_CN"
    assert language_for(["list"], {**home, "GPUVIZ_LANGUAGE": "en", "LANG": "zh_CN"}) == "en"


@pytest.mark.parametrize("words", [["run", "relu", "--json"], ["check", "--format=sarif", "a.py"]])
def test_what_programs_read_is_english(words: list[str]) -> None:
    assert language_for(words, {"LANG": "zh_CN.UTF-8"}) == "en"


def test_columns_line_up_where_characters_take_two() -> None:
    assert aligned([("引擎", "a"), ("engines", "b")]) == "引擎     a\nengines  b"


@pytest.mark.slow
def test_the_help_of_each_command_is_chinese() -> None:
    found = said(*((command.name, "--help") for command in COMMANDS))

    assert len(found) == len(COMMANDS)
    for code, text in found:
        words = WORDS.findall(CODE.sub("", text))
        assert (code, words) == (0, []), text
        assert CHINESE.search(text)


COMMAND_LINES = {
    ("--help",): 0,
    ("list",): 0,
    ("run", "softmax", "--no-cpu", "--engine", "emulator", "--what-if", "l2=warm"): 0,
    ("run", "pinned_memory", "--size", "1000", "--no-cpu", "--engine", "emulator"): 0,
    ("run", "broken_sum_shared", "--no-cpu", "--engine", "emulator"): 1,
    ("puzzle", "list"): 0,
    ("puzzle", "guard", "--hints"): 0,
    ("run", "no_such_operation"): 2,
    ("run", "relu", "--size", "0"): 2,
    ("run", "relu", "--block", "2000", "--engine", "emulator"): 2,
    ("nonsense",): 2,
}


@pytest.mark.slow
def test_what_commands_say_is_chinese() -> None:
    found = said(*COMMAND_LINES)

    assert [code for code, _ in found] == list(COMMAND_LINES.values())
    for (_, text), words in zip(found, COMMAND_LINES, strict=True):
        assert english_in(text) == [], words
        assert CHINESE.search(text)


BEYOND = """
import numpy as np
from numba import cuda

@cuda.jit
def double(x):
    i = cuda.grid(1)
    x[i] = 2 * x[i]

double[1, 32](np.ones(30))
"""
MENDED = {
    ("devices",): 0,
    ("devices", "t4"): 0,
    ("devices", "--model", "7e9,8,100e6"): 0,
    ("devices", "--product", "4096"): 0,
    ("devices", "--operation", "relu"): 0,
    ("sweep", "relu", "--sizes", "1000:2000", "--no-cpu", "--engine", "emulator"): 0,
    ("sweep", "relu", "--blocks", "32,64", "--size", "1000", "--engine", "emulator"): 0,
    ("sweep", "relu", "--blocks", "32", "--block", "64"): 2,
    ("sweep", "relu"): 2,
    ("sweep", "relu", "--sizes", "1:2", "--blocks", "32"): 2,
    ("source", "relu", "--level"): 2,
    ("source", "relu", "--level", "no"): 2,
    ("lesson", "export", "?"): 2,
    ("lesson", "export", "?", "--pdf", "no.pdf"): 2,
    ("run", "relu", "--no"): 2,
    ("run", "relu", "--json=3"): 2,
    ("grade",): 2,
}
"""Tables and complaints, in which one English word is too many."""


@pytest.mark.slow
def test_no_word_of_tables_and_complaints_is_english() -> None:
    found = said(*MENDED)

    assert [code for code, _ in found] == list(MENDED.values())
    for (_, text), words in zip(found, MENDED, strict=True):
        assert words_in(text) == [], words
        assert CHINESE.search(text)


ODD_FILES: dict[tuple[str, ...], int] = {
    ("devices", "h10"): 2,
    ("devices", "--file", "empty.toml"): 2,
    ("devices", "--file", "good.toml"): 2,
    ("devices", "--file", "missing.toml"): 2,
    ("export", "missing.gpuviz", "--png", "out.png"): 2,
    ("export", "folder.gpuviz", "--png", "out.png"): 2,
    ("check", "leaves.py"): 2,
    ("check", "missing.py"): 2,
    ("check", "good.py", "--timeout", "x"): 2,
    ("trace", "good.py", "--out", "no.1"): 2,
    ("run", "missing.py"): 2,
    ("run", "good.py"): 2,
    ("run", "relu", "--what-if", "registers=0"): 2,
    ("source", "empty.py"): 2,
    ("lesson", "export", "5", "--pdf", "no.1/out.pdf"): 2,
    ("puzzle", "folder"): 2,
    ("grade", "no.1"): 2,
    ("grade", "folder", "--jobs", "0"): 2,
    ("app", "missing.py"): 2,
}
PRINTED = re.compile(r"^\{$", re.M)  # by a script


@pytest.mark.slow
def test_no_word_about_odd_files_is_english(tmp_path: Path) -> None:
    stage(tmp_path)

    found = said(*ODD_FILES, folder=tmp_path / "here")

    assert [code for code, _ in found] == list(ODD_FILES.values())
    for (_, text), words in zip(found, ODD_FILES, strict=True):
        assert words_in(PRINTED.sub("", text)) == [], words
        assert CHINESE.search(text)


@pytest.mark.slow
def test_a_class_is_graded_in_chinese_and_its_csv_is_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "class").mkdir()
    for student in ("Ada", "Bob"):
        (tmp_path / "class" / f"{student}.py").write_text(BEYOND, encoding="utf-8")
    (tmp_path / "class" / "Cem.py").write_text("import sys\nsys.exit(3)\n", encoding="utf-8")
    (tmp_path / "class" / "Dan").mkdir()
    table, page = tmp_path / "class.csv", tmp_path / "class.html"

    ((code, text),) = said(
        ("grade", str(tmp_path / "class"), "--csv", str(table), "--html", str(page))
    )

    assert (code, words_in(text)) == (1, [])
    headings = re.findall("<(?:h2|th)[^>]*>([^<]*)", page.read_text(encoding="utf-8"))
    assert headings
    assert words_in(" ".join(headings)) == []
    assert "2 人：越界" in text
    assert "脚本以退出码 3 结束" in text
    told = re.sub("<[^>]*>", "", page.read_text(encoding="utf-8").partition("</style>")[2])
    assert english_in(told) == []
    assert "有效范围是 0 到 29" in told
    assert not CHINESE.search(table.read_text(encoding="utf-8-sig"))


@pytest.mark.slow
def test_answers_are_collected_in_chinese_and_their_csv_is_english(tmp_path: Path) -> None:
    guard = find_puzzle("guard")
    wrong = guard.solution.replace("2 * x[i]", "3 * x[i]")
    for file, code in {"one": guard.solution, "two": wrong, "three": wrong}.items():
        answers = tried(Answers("Ada"), guard, code, solved=True, hints=0)
        save_answers(answers, tmp_path / f"{file}.gpuviz-answers")
    edited = (tmp_path / "one.gpuviz-answers").read_text(encoding="utf-8").replace("Ada", "Bob")
    (tmp_path / "edited.gpuviz-answers").write_text(edited, encoding="utf-8")
    table = tmp_path / "answers.csv"

    ((exit_code, text),) = said(("grade", str(tmp_path), "--csv", str(table)))

    assert (exit_code, words_in(text)) == (2, [])
    assert "交了 3 次" in text
    assert not CHINESE.search(table.read_text(encoding="utf-8-sig"))


@pytest.mark.parametrize(
    "words",
    [
        ["source"],
        ["source", "relu", "--level"],
        ["source", "relu", "--level", "no"],
        ["source", "relu", "--json=3"],
        ["source", "relu", "relu"],
        ["sweep", "relu"],
        ["sweep", "relu", "--sizes", "1:2", "--blocks", "32"],
        ["grade"],
    ],
)
def test_what_argparse_complains_of_is_a_message_of_the_same_words(words: list[str]) -> None:
    with pytest.raises(RequestRefused) as refused:
        build_parser(words[0], words).parse_args(words)

    complaint = refused.value.message.values["message"]
    assert isinstance(complaint, Message)
    assert "{" not in complaint.text
    what = complaint.values.get("what", complaint)
    assert isinstance(what, Message), "of an argument: only half of it is known"


@pytest.mark.slow
def test_check_tells_a_hazard_in_chinese_and_as_json_in_english() -> None:
    script = str(KERNELS / "broken_dot.py")

    (code, text), (_, as_json) = said(("check", script), ("check", "--json", script))

    assert code == 1
    assert "数据竞争：第 " in text
    assert '"message": "Line ' in as_json


def test_the_readme_in_chinese_has_the_same_code() -> None:
    english, chinese = (
        (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.zh_CN.md")
    )

    assert code_of(chinese) == code_of(english)
    assert "[简体中文](README.zh_CN.md)" in english
    assert "[English](README.md)" in chinese
    text = re.sub(r"```.*?```", "", chinese, flags=re.S)
    links = re.findall(r"\]\(([^)#]+)\)", text)
    assert [one for one in links if not one.startswith("http") and not (ROOT / one).exists()] == []


def code_of(page: str) -> list[str]:
    """What is typed: blocks of code without their comments and what is printed."""
    lines = [line for one in blocks_of(page) for line in one.body.splitlines()]
    typed = [re.sub(r"\s+#.*", "", line) for line in lines]
    return typed[: typed.index("1024.0")]  # behind it stands what check says, in either language
