"""Puzzles: kernels with a hole, graded by running; a folder each (docs/puzzles.md).

`puzzle.toml` has what is the same in all languages, `start.py` the file that a student begins with,
`solution.py` a kernel that is right, and a Markdown file for each language the words.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

from gpuviz.device import Device
from gpuviz.engines.grading import (
    FIGURES,
    VERDICTS,
    Goal,
    GradedCase,
    Grading,
    GradingRequest,
)
from gpuviz.launch import LaunchConfig, parse_dim3
from gpuviz.lesson.words import joined
from gpuviz.messages import EnglishTemplate, EnglishText, GpuvizError, Message, RequestRefused
from gpuviz.operation import OperationInfo, describe
from gpuviz.operation.functions import find_kernel
from gpuviz.operation.module import parse_module
from gpuviz.ordinary_file import read_ordinary
from gpuviz.places import resource_dir

PuzzleKind = Literal["fill", "repair", "faster"]
KIND_WORDS: Mapping[PuzzleKind, EnglishText] = {
    "fill": "Fill the blank",
    "repair": "Repair this kernel",
    "faster": "Make it faster",
}
FIRST_LANGUAGE = "en"
LARGEST_BYTES = 50_000
FOLDER = re.compile(r"(\d\d)_([a-z0-9_]+)")
SECTION = re.compile(r"##\s+(.*\S)\s*")
MISTAKE = re.compile(r"If ([a-z-]+)( later)?(?: with `(.+)`)?")
HINT, SOLVED, ANY = "Hint", "Solved", "any"
GOAL = re.compile(r"([a-z]+)\s*<=\s*(\d+)")
HAZARD_FREE = "hazards"


@dataclass(frozen=True, slots=True)
class Mistake:
    """A typical wrong answer and what is said of it.

    It is recognised by what came of it, by `later` (the first case was right) and by code that
    stands in the kernel.
    """

    verdict: str
    later: bool
    code: str
    words: str

    def is_in(self, grading: Grading, written: str) -> bool:
        """Whether an answer made it; `written` are its functions without comments."""
        fits = self.verdict in (ANY, grading.verdict) and not grading.is_solved
        is_late = not self.later or grading.case > 0
        return fits and is_late and _squeezed(self.code) in _squeezed(written)


@dataclass(frozen=True, slots=True)
class PuzzleTexts:
    """The words of a puzzle in one language; Markdown."""

    title: str
    about: str
    task: str
    hints: tuple[str, ...]
    mistakes: tuple[Mistake, ...]
    solved: str


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One puzzle, read in one language."""

    folder: Path
    number: int
    name: str
    kind: PuzzleKind
    cases: tuple[GradedCase, ...]
    goals: tuple[Goal, ...]
    texts: PuzzleTexts
    start: OperationInfo

    @property
    def key(self) -> str:
        """What it is remembered by: the name of one that came with gpuviz, else the folder."""
        is_ours = self.folder.resolve().parent == puzzles_folder().resolve()
        return self.name if is_ours else str(self.folder.resolve())

    @property
    def solution(self) -> str:
        """The whole file with a kernel that is right."""
        return with_kernel(self.start.source, self.answer_in("solution.py"))

    def answer_in(self, name: str) -> str:
        """A kernel that lies in the folder: the solution, or a wrong answer for tests."""
        return _text(self.folder / name)

    def request(self, number: int, file: Path, text: str, device: Device) -> GradingRequest:
        """Grade the text of a student's file."""
        configs = tuple(
            LaunchConfig(self.start.grid(case.size, case.block), case.block) for case in self.cases
        )
        return GradingRequest(
            number, file, text, self.start.path, self.cases, configs, self.goals, device
        )

    def mistake(self, grading: Grading, text: str) -> str | None:
        """What is said of a wrong answer that is recognised."""
        written = _functions(text)
        found = (one.words for one in self.texts.mistakes if one.is_in(grading, written))
        return next(found, None)


def puzzles_folder() -> Path:
    """Where the puzzles are that come with gpuviz."""
    return resource_dir("assets") / "puzzles"


def list_puzzles(language: str = FIRST_LANGUAGE) -> tuple[Puzzle, ...]:
    """The puzzles that come with gpuviz, in order."""
    folders = sorted(one for one in puzzles_folder().iterdir() if FOLDER.fullmatch(one.name))
    return tuple(read_puzzle(folder, language) for folder in folders)


def puzzle_names() -> tuple[str, ...]:
    """Their names, in order; nothing of them is read."""
    found = (FOLDER.fullmatch(one.name) for one in sorted(puzzles_folder().iterdir()))
    return tuple(match[2] for match in found if match)


def find_puzzle(name: str, language: str = FIRST_LANGUAGE) -> Puzzle:
    """The puzzle of a name, or in a folder of one's own. Raises RequestRefused."""
    for folder in puzzles_folder().iterdir():
        match = FOLDER.fullmatch(folder.name)
        if match and match[2] == name:
            return read_puzzle(folder, language)
    if Path(name).is_dir():
        return read_puzzle(Path(name), language)
    template = "There is no puzzle '{name}': they are {names}."
    values = {"name": name, "names": ", ".join(puzzle_names())}
    raise RequestRefused(Message("puzzle.unknown", template, values))


def read_puzzle(folder: Path, language: str = FIRST_LANGUAGE) -> Puzzle:
    """Reads a puzzle; where a language lacks, it is in English. Raises RequestRefused."""
    file = folder / "puzzle.toml"
    try:
        table = tomllib.loads(_text(file))
    except tomllib.TOMLDecodeError as error:
        raise _wrong(file, "it is no TOML: {why}", why=str(error)) from None
    start = describe(folder / "start.py")
    match = FOLDER.fullmatch(folder.resolve().name)
    words = folder / f"{language}.md"
    return Puzzle(
        folder,
        int(match[1]) if match else 0,
        match[2] if match else folder.resolve().name,
        _kind(file, table),
        tuple(_cases(file, table, start)),
        tuple(_goals(file, table)),
        _texts(words if words.is_file() else folder / f"{FIRST_LANGUAGE}.md"),
        start,
    )


def with_kernel(start: str, kernel: str) -> str:
    """The text of a puzzle's file with other functions of the device in it."""
    module = parse_module(Path("start.py"), start)
    lines = start.splitlines()
    functions = [
        one
        for one in module.functions.values()
        if any("cuda.jit" in ast.unparse(decorator) for decorator in one.decorator_list)
    ]
    first = min(one.decorator_list[0].lineno for one in functions)
    last = max(one.end_lineno or one.lineno for one in functions)
    return "\n".join([*lines[: first - 1], kernel.strip("\n"), *lines[last:], ""])


def kernel_of(text: str, file: str = "start.py") -> str:
    """The text of the kernel alone, from its decorator. Raises RequestRefused without one."""
    kernel = find_kernel(parse_module(Path(file), text))
    first = kernel.decorator_list[0].lineno
    return "\n".join(text.splitlines()[first - 1 : kernel.end_lineno])


def _functions(text: str) -> str:
    """The kernel and what it calls, without comments; nothing of a text that is no Python."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ""
    kept = (one for one in tree.body if isinstance(one, ast.FunctionDef))
    return "\n".join(ast.unparse(one) for one in kept if one.decorator_list)


def _squeezed(code: str) -> str:
    return "".join(code.split())


def _kind(file: Path, table: Mapping[str, Any]) -> PuzzleKind:
    kind: Any = table.get("kind")
    if kind not in get_args(PuzzleKind):
        kinds = ", ".join(get_args(PuzzleKind))
        raise _wrong(file, "`kind` is one of {kinds}", kinds=kinds)
    found: PuzzleKind = kind
    return found


def _cases(file: Path, table: Mapping[str, Any], start: OperationInfo) -> Iterator[GradedCase]:
    rows = table.get("cases")
    if not isinstance(rows, list) or not rows:
        raise _wrong(file, '`cases` lists sizes and blocks, as in [["1000", "256"], ["1", "32"]]')
    for row in rows:
        try:
            size, block = row
            sizes = tuple(int(part) for part in str(size).split(","))
            shape = parse_dim3(str(block), "block")
            yield GradedCase(start.sizes(sizes), shape)
            start.check_block(shape)
        except (TypeError, ValueError) as error:
            raise _wrong(file, "{row} is no case: {why}", row=str(row), why=str(error)) from None


def _goals(file: Path, table: Mapping[str, Any]) -> Iterator[Goal]:
    for text in table.get("goals", ()):
        match = GOAL.fullmatch(str(text))
        if match is None or match[1] not in FIGURES:
            names = ", ".join(FIGURES)
            raise _wrong(
                file,
                "'{goal}' is no goal: write `NAME <= NUMBER` with {names}",
                goal=text,
                names=names,
            )
        figure: Any = match[1]
        yield Goal(figure, int(match[2]))


def _texts(file: Path) -> PuzzleTexts:
    front, sections = _parts(file)
    hints, mistakes, solved, task = list[str](), list[Mistake](), "", ""
    for title, words in sections:
        mistake = MISTAKE.fullmatch(title)
        if not title:
            task = words
        elif title == HINT:
            hints.append(words)
        elif title == SOLVED:
            solved = words
        elif mistake is not None and mistake[1] in (*VERDICTS, ANY):
            mistakes.append(Mistake(mistake[1], bool(mistake[2]), mistake[3] or "", words))
        else:
            raise _wrong(file, "there is no section '## {title}'", title=title)
    for what, found in (("title", front), ("about", front)):
        if not found.get(what):
            raise _wrong(file, "`{what}:` is missing between the lines ---", what=what)
    return PuzzleTexts(front["title"], front["about"], task, tuple(hints), tuple(mistakes), solved)


def _parts(file: Path) -> tuple[dict[str, str], list[tuple[str, str]]]:
    """What stands between the lines ---, and the sections with their titles; the first has none."""
    _, _, rest = _text(file).partition("---\n")
    head, _, body = rest.partition("---\n")
    pairs = (line.partition(":") for line in head.splitlines() if line.strip())
    front = {key.strip(): value.strip() for key, _, value in pairs}
    sections: list[tuple[str, list[str]]] = [("", [])]
    for line in body.splitlines():
        title = SECTION.fullmatch(line)
        if title is not None:
            sections.append((title[1], []))
        else:
            sections[-1][1].append(line)
    return front, [(title, _section(title, lines)) for title, lines in sections]


def _section(title: str, lines: list[str]) -> str:
    """The task keeps its lines, as Markdown; anything else is one paragraph."""
    if not title:
        return "\n".join(lines).strip()
    whole = ""
    for line in lines:
        whole = joined(whole, line.strip())
    return whole


def _text(file: Path) -> str:
    try:
        return read_ordinary(file, LARGEST_BYTES).decode("utf-8-sig").replace("\r\n", "\n")
    except OSError as error:
        raise _wrong(file, "it cannot be read: {why}", why=error.strerror or str(error)) from None
    except UnicodeDecodeError:
        raise _wrong(file, "it is not saved as UTF-8") from None


def _wrong(file: Path, template: EnglishTemplate, /, **values: object) -> GpuvizError:
    return _in_file(file, Message("puzzle.why", template, values))


def _in_file(file: Path, reason: Message) -> GpuvizError:
    template = "{file} makes no puzzle: {why}."
    named = f"{file.parent.name}/{file.name}"
    return RequestRefused(Message("puzzle.wrong-file", template, {"file": named, "why": reason}))
