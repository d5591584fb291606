"""Puzzles: kernels with a hole, graded by running; a folder each (docs/puzzles.md).

`puzzle.toml` has what is the same in all languages, `start.py` the file that a student begins with,
`solution.py` a kernel that is right, and a Markdown file for each language the words. One that can
be answered in CUDA C has `start.cu`, `solution.cu` and words for that besides.
"""

from __future__ import annotations

import ast
import functools
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
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
from gpuviz.lesson.c_puzzle import c_code_of, c_kernel_of, with_c_kernel
from gpuviz.lesson.start_code import COMMENT, with_comments
from gpuviz.lesson.words import joined
from gpuviz.messages import (
    EnglishTemplate,
    EnglishText,
    GpuvizError,
    Message,
    RequestRefused,
    reason_of,
)
from gpuviz.operation import OperationInfo, describe, describe_text
from gpuviz.operation.functions import find_kernel
from gpuviz.operation.module import parse_module, titled_parts
from gpuviz.operation.plugged import with_place
from gpuviz.ordinary_file import CUDA_C_SUFFIX, read_ordinary
from gpuviz.places import resource_dir
from gpuviz.plugins import BETWEEN, Brought, Plugin, Shelf, installed, plugin_of
from gpuviz.trace.source import Language

PuzzleKind = Literal["fill", "repair", "faster"]
KIND_WORDS: Mapping[PuzzleKind, EnglishText] = {
    "fill": "Fill the blank",
    "repair": "Repair this kernel",
    "faster": "Make it faster",
}
FIRST_LANGUAGE = "en"
LARGEST_BYTES = 50_000
PLUGIN_FOLDER, FOLDERS = "puzzles", "[0-9][0-9]_*"  # of a plugin
FOLDER = re.compile(r"(\d\d)_([a-z0-9_]+)")
SECTION = re.compile(r"##\s+(.*\S)\s*")
MISTAKE = re.compile(r"If ([a-z-]+)( later)?(?: with `(.+)`)?")
OF_C = "c_"  # how the name of a file begins that has the words for CUDA C
SUFFIXES: Mapping[Language, str] = {"python": ".py", "cuda-c": CUDA_C_SUFFIX}
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
    written_in: Language = "python"

    @property
    def key(self) -> str:
        """What it is remembered by, once for each language in which it is answered."""
        return f"{self.base_key}{'' if self.written_in == 'python' else CUDA_C_SUFFIX}"

    @property
    def has_c(self) -> bool:
        """Whether it can be answered in CUDA C."""
        return (self.folder / f"start{CUDA_C_SUFFIX}").is_file()

    @property
    def suffix(self) -> str:
        """How the name of its file ends."""
        return SUFFIXES[self.written_in]

    @property
    def base_key(self) -> str:
        """Its name if it came with gpuviz, `plugin:name` of a plugin's, else the folder."""
        if self.folder.resolve().parent == puzzles_folder().resolve():
            return self.name
        plugin = plugin_of(self.folder)
        if plugin is None:
            return str(self.folder.resolve())
        return f"{plugin.name}{BETWEEN}{self.name}"

    @property
    def called(self) -> str:
        """What one writes to have it: its name, or `plugin:name` where that is taken."""
        plugin = plugin_of(self.folder)
        return self.name if plugin is None else puzzle_shelf().called(plugin, self.name)

    @property
    def plugin(self) -> str:
        """The plugin that brings it; empty for none."""
        plugin = plugin_of(self.folder)
        return "" if plugin is None else plugin.name

    @property
    def series(self) -> tuple[str, ...]:
        """It and those that came with it, in order, as they are called."""
        if not self.plugin:
            return own_names()
        shelf = puzzle_shelf()
        return tuple(
            shelf.called(one.plugin, name)
            for one in shelf.brought
            if one.plugin.name == self.plugin
            for name in one.items
        )

    @property
    def solution(self) -> str:
        """The whole file with a kernel that is right."""
        return self.with_kernel(self.solution_kernel)

    @property
    def solution_kernel(self) -> str:
        """A kernel that is right."""
        return self.answer_in(f"solution{self.suffix}")

    def with_kernel(self, kernel: str) -> str:
        """The whole file with another kernel."""
        put = with_kernel if self.written_in == "python" else with_c_kernel
        return put(self.start.source, kernel)

    def kernel_of(self, text: str) -> str:
        """The kernel of a whole file. Raises GpuvizError where it cannot be read."""
        return kernel_of(text) if self.written_in == "python" else c_kernel_of(text)

    def in_language(self, written_in: Language, language: str) -> Puzzle:
        """The same puzzle to be answered in another language. Raises RequestRefused."""
        return read_puzzle(self.folder, language, written_in)

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
        written = _functions(text) if self.written_in == "python" else c_code_of(text)
        found = (one.words for one in self.texts.mistakes if one.is_in(grading, written))
        return next(found, None)


def puzzles_folder() -> Path:
    """Where the puzzles are that come with gpuviz."""
    return resource_dir("assets") / "puzzles"


def list_puzzles(
    language: str = FIRST_LANGUAGE, written_in: Language = "python"
) -> tuple[Puzzle, ...]:
    """The puzzles that come with gpuviz, in order, and those of plugins that can be read; in CUDA C
    those that can be answered in it.
    """
    folders = sorted(one for one in puzzles_folder().iterdir() if FOLDER.fullmatch(one.name))
    found = [*folders, *puzzle_shelf().all().values()]
    if written_in == "cuda-c":
        found = [one for one in found if (one / f"start{CUDA_C_SUFFIX}").is_file()]
    count = sum(one.parent == puzzles_folder() for one in found)
    ours = tuple(read_puzzle(folder, language, written_in) for folder in found[:count])
    plugged = (_puzzle_or_error(one, language, written_in) for one in found[count:])
    return (*ours, *(one for one in plugged if isinstance(one, Puzzle)))


@functools.cache
def puzzle_shelf() -> Shelf[Path]:
    """The folders of the puzzles of all plugins by name, in order; none of them is read."""
    plugins = installed().plugins
    return Shelf(own_names(), tuple(Brought(one, _plugin_folders(one)) for one in plugins))


def puzzle_problems() -> Iterator[Message]:
    """A sentence for each puzzle of a plugin that cannot be read, and each name that is taken."""
    for brought in puzzle_shelf().brought:
        yield from brought.plugin.files(PLUGIN_FOLDER, FOLDERS)[1]
        for folder in brought.items.values():
            found = _puzzle_or_error(folder, FIRST_LANGUAGE)
            if isinstance(found, GpuvizError):
                values = {"folder": folder.name, "what": with_place(found)}
                yield brought.plugin.said(Message("plugin.puzzle", "{folder}: {what}", values))
    yield from puzzle_shelf().clashes()


def _plugin_folders(plugin: Plugin) -> dict[str, Path]:
    found = ((FOLDER.fullmatch(one.name), one) for one in plugin.files(PLUGIN_FOLDER, FOLDERS)[0])
    return {match[2]: folder for match, folder in found if match}


def _puzzle_or_error(
    folder: Path, language: str, written_in: Language = "python"
) -> Puzzle | GpuvizError:
    try:
        return read_puzzle(folder, language, written_in)
    except GpuvizError as error:
        return error


def puzzle_names() -> tuple[str, ...]:
    """What all puzzles are called, those of plugins last; nothing of them is read."""
    return (*own_names(), *puzzle_shelf().all())


def puzzle_key(name: str) -> str:
    """What the puzzle of a name is remembered by."""
    shelf = puzzle_shelf()
    folder = shelf.find(name)
    keys = (
        f"{one.plugin.name}{BETWEEN}{key}"
        for one in shelf.brought
        for key, found in one.items.items()
        if found == folder
    )
    return next(keys, name)


def own_names() -> tuple[str, ...]:
    """The names of those that come with gpuviz, in order."""
    found = (FOLDER.fullmatch(one.name) for one in sorted(puzzles_folder().iterdir()))
    return tuple(match[2] for match in found if match)


def find_puzzle(
    name: str, language: str = FIRST_LANGUAGE, written_in: Language = "python"
) -> Puzzle:
    """The puzzle of a name, of gpuviz or of a plugin, or in a folder of one's own.

    Raises RequestRefused.
    """
    for folder in puzzles_folder().iterdir():
        match = FOLDER.fullmatch(folder.name)
        if match and match[2] == name:
            return read_puzzle(folder, language, written_in)
    if Path(name).is_dir():
        return read_puzzle(Path(name), language, written_in)
    plugged = puzzle_shelf().find(name)
    if plugged is not None:
        return read_puzzle(plugged, language, written_in)
    template = "There is no puzzle '{name}': they are {names}."
    values = {"name": name, "names": ", ".join(puzzle_names())}
    raise RequestRefused(Message("puzzle.unknown", template, values))


def read_puzzle(
    folder: Path, language: str = FIRST_LANGUAGE, written_in: Language = "python"
) -> Puzzle:
    """Reads a puzzle; where a language lacks, it is in English. Raises RequestRefused."""
    file = folder / "puzzle.toml"
    try:
        table = tomllib.loads(_text(file))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise _wrong(file, "it is no TOML: {why}", why=str(error)) from None
    match = FOLDER.fullmatch(folder.resolve().name)
    name = match[2] if match else folder.resolve().name
    start_file = folder / f"start{SUFFIXES[written_in]}"
    if written_in == "cuda-c" and not start_file.is_file():
        template = "The puzzle {name} cannot be answered in CUDA C: its folder has no start.cu."
        raise RequestRefused(Message("puzzle.no-c", template, {"name": name}))
    start = _start(start_file, _comments(folder, language))
    return Puzzle(
        folder,
        int(match[1]) if match else 0,
        name,
        _kind(file, table),
        tuple(_cases(file, table, start)),
        tuple(_goals(file, table)),
        _texts(_words_file(folder, language, written_in)),
        start,
        written_in,
    )


def _start(file: Path, comments: Mapping[str, str]) -> OperationInfo:
    """The file that a student begins with, its comments in the language of the words."""
    found = describe(file)
    said = comments.get(f"{found.title}: {found.summary}")
    if said is None:
        return found
    title, _, summary = titled_parts(said)
    told = describe_text(file, with_comments(found.source, comments))
    return replace(told, title=title, summary=summary)  # in C it has those of start.py


def _comments(folder: Path, language: str) -> dict[str, str]:
    """What stands for each comment of the start, the same in Python and in CUDA C."""
    file = folder / f"{language}.md"
    sections = _parts(file)[1] if file.is_file() else []
    found = ((COMMENT.fullmatch(title), words) for title, words in sections)
    return {match[1]: words for match, words in found if match is not None}


def _words_file(folder: Path, language: str, written_in: Language) -> Path:
    """The words in a language, for C if they differ there; in English where they lack."""
    names = [f"{language}.md", f"{FIRST_LANGUAGE}.md"]
    if written_in == "cuda-c":
        names = [f"{OF_C}{name}" for name in names] + names
    return next((folder / name for name in names if (folder / name).is_file()), folder / names[-1])


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
    goals = table.get("goals", [])
    if not isinstance(goals, list):
        raise _wrong(file, '`goals` lists what is to be reached, as in ["sectors <= 512"]')
    for text in goals:
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
        elif COMMENT.fullmatch(title):
            continue  # of the start
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
        raise _wrong(file, "it cannot be read: {why}", why=reason_of(error)) from None
    except UnicodeDecodeError:
        raise _wrong(file, "it is not saved as UTF-8") from None


def _wrong(file: Path, template: EnglishTemplate, /, **values: object) -> GpuvizError:
    return _in_file(file, Message("puzzle.why", template, values))


def _in_file(file: Path, reason: Message) -> GpuvizError:
    template = "{file} makes no puzzle: {why}."
    named = f"{file.parent.name}/{file.name}"
    return RequestRefused(Message("puzzle.wrong-file", template, {"file": named, "why": reason}))
