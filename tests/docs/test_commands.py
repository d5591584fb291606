"""Every command and every Python block of the documentation does what the page says."""

from __future__ import annotations

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from gpuviz.cli.commands import GENERAL_OPTIONS, with_command
from tools.docs.blocks import Command, blocks_of, parts_of
from tools.docs.command_line import parser_of
from tools.docs.links import ROOT
from tools.docs.trial import is_shown, not_run, tried

WRITTEN_BY_TOOLS = ("conformance.md", "differences.md", "host_api.md", "model-validation.md")
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    if path.name not in WRITTEN_BY_TOOLS
}
NOT_RUN = not_run()
LANGUAGES = {
    *("console", "sh", "text", "python", "ipython", "cpp"),
    *("toml", "json", "yaml", "markdown"),
}
INLINE = re.compile(r"(?<!`)`(gpuviz [^`\n]+)`(?!`)")
WITH_PARTS = [name for name, page in PAGES.items() if any(parts_of(page))]


@pytest.mark.slow
@pytest.mark.parametrize("name", WITH_PARTS)
def test_a_reader_who_does_what_the_page_says_sees_what_it_shows(name: str, tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("the commands of a page are written for a shell, and there is no bash")
    (tmp_path / "reader").mkdir()

    trials = list(tried(PAGES[name], tmp_path / "reader", NOT_RUN))

    wrong = [
        f"{name}:{one.line}: {one.text}\n{one.wrong}:\n{one.printed}" for one in trials if one.wrong
    ]
    assert not wrong, "\n\n".join(wrong)


def commands() -> Iterator[tuple[str, str]]:
    """(place, the words of gpuviz) of every command, in blocks and within sentences."""
    for name, page in PAGES.items():
        for part in parts_of(page):
            if isinstance(part, Command) and part.text.startswith("gpuviz "):
                yield f"{name}:{part.line}", re.split(r" [|>&]", part.text)[0]
        for found in INLINE.finditer(page):
            yield f"{name}:{page.count(chr(10), 0, found.start()) + 1}", found[1]


@pytest.mark.slow
@pytest.mark.parametrize(("place", "text"), [pytest.param(*one, id=one[0]) for one in commands()])
def test_the_parser_of_the_command_line_knows_every_option(place: str, text: str) -> None:
    words = shlex.split(text.removeprefix("gpuviz ").replace("..", "").partition(" -- ")[0])
    if not any(one.startswith("-") for one in words):
        return  # a placeholder such as FOLDER is no word that could be wrong
    command = with_command(words)[0]
    known = {option for action in parser_of(command)._actions for option in action.option_strings}
    given = {one.split("=")[0] for one in words if one.startswith("-")}

    assert given - known - set(GENERAL_OPTIONS) == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_each_block_says_what_it_is(name: str) -> None:
    blocks = blocks_of(PAGES[name])

    assert [f"{name}:{one.line}" for one in blocks if one.language not in LANGUAGES] == []


def test_what_is_not_run_is_in_a_page() -> None:
    given = {
        part.text for page in PAGES.values() for part in parts_of(page) if isinstance(part, Command)
    }

    assert sorted(NOT_RUN.keys() - given) == []


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a  b\n", "a b", True),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a ... d", "a d", True),
        ("time ... modelled", "time  2.5 µs  modelled", True),
        ("a\n", "a\nb\n", False),
        ("a (b)\n", "a b\n", False),
        ("", "a", False),
    ],
)
def test_dots_stand_for_anything_and_nothing_else_does(
    shown: str, printed: str, same: bool
) -> None:
    assert is_shown(shown, printed) is same


def test_a_page_that_shows_something_else_is_found_out(tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("there is no bash")
    session = "$ gpuviz --version\ngpuviz 0.0\n$ gpuviz list nothing    # exit code 2\n...\n"
    page = f"```console\n{session}```\n"
    (tmp_path / "reader").mkdir()

    first, second = tried(page, tmp_path / "reader", ())

    assert (first.wrong, second.wrong) == ("it prints something else", "")
