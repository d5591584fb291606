"""What stands in the code blocks of a page: commands with what they print, files, and Python.

    ```sh                    a command a line, with `# what it is for` behind it
    ```console               `$ command`, and what it prints below; `...` stands for anything
    ```python title="a.py"   a file; any language with a title is one
    ```python                is run as a script

A command ends with exit code 0 unless its comment says `exit code 1`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

FENCE = re.compile(
    r"^(?P<indent>[ ]*)```(?P<language>[\w+-]*)[ ]*(?P<info>[^`\n]*)\n"
    r"(?P<body>.*?)^(?P=indent)```[ ]*$",
    re.MULTILINE | re.DOTALL,
)
TITLE = re.compile(r'title="([^"]+)"')
CODE = re.compile(r"exit code (\d+)")
COMMENT = re.compile(r"[ ]{2,}#[ ](.*)$")  # as one writes it behind a command; `#` alone is not one
PROMPT = "$ "


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block, with its language ("" where it names none) and what else its fence says."""

    language: str
    title: str | None
    body: str
    line: int  # of the page, from 1: where the fence opens


@dataclass(frozen=True, slots=True)
class Command:
    """A line for a shell; `printed` is what the page shows of it, None where it shows nothing."""

    line: int
    text: str
    exit_code: int = 0
    printed: str | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file that the reader saves."""

    line: int
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Script:
    """Python that the reader runs."""

    line: int
    text: str


Part = Command | File | Script


def blocks_of(page: str) -> list[Block]:
    """Every fenced block, without the indentation of its fence."""
    found = []
    for fence in FENCE.finditer(page):
        indent = fence["indent"]
        lines = [line.removeprefix(indent) for line in fence["body"].splitlines()]
        body = "".join(f"{line}\n" for line in lines)
        title = TITLE.search(fence["info"])
        at = page.count("\n", 0, fence.start()) + 1
        found.append(Block(fence["language"], title[1] if title else None, body, at))
    return found


def parts_of(page: str) -> Iterator[Part]:
    """What a reader does who goes through the page, from top to bottom."""
    for block in blocks_of(page):
        if block.title is not None:
            yield File(block.line, block.title, block.body)
        elif block.language == "python":
            yield Script(block.line, block.body)
        elif block.language == "sh":
            yield from _lines(block)
        elif block.language == "console":
            yield from _session(block)


def _lines(block: Block) -> Iterator[Command]:
    for number, text in enumerate(_joined(block.body), block.line + 1):
        if text.strip() and not text.startswith("#"):
            yield _command(text, number)


def _session(block: Block) -> Iterator[Command]:
    first, *others = re.split(r"^\$ ", block.body, flags=re.MULTILINE)
    if first.strip():
        raise ValueError(f"line {block.line}: a console block begins with a command")
    at = block.line + 1
    for one in others:
        text, _, printed = one.partition("\n")
        command = _command(text, at)
        yield Command(at, command.text, command.exit_code, printed)
        at += one.count("\n")


def _command(text: str, line: int) -> Command:
    comment = COMMENT.search(text)
    code = CODE.search(comment[1]) if comment else None
    return Command(line, COMMENT.sub("", text).strip(), int(code[1]) if code else 0)


def _joined(body: str) -> list[str]:
    """Lines, those that end in a backslash with what follows."""
    return re.sub(r"\\\n[ ]*", "", body).splitlines()
