"""Parts of pages that are made of what the program declares, where `<!-- made: NAME -->` stands."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence

from gpuviz.device import load_devices
from gpuviz.lesson.course import part_title
from gpuviz.lesson.library import list_lessons
from gpuviz.lesson.puzzle import KIND_WORDS, list_puzzles
from gpuviz.operation import group_of, list_operations
from gpuviz.places import resource_dir
from tools.docs.command_line import commands

MARK = re.compile(r"^<!-- made: (\w+) -->$", re.MULTILINE)


def with_parts(markdown: str) -> str:
    """The page with what belongs in the place of each mark.

    Raises KeyError for a part that there is not.
    """
    return MARK.sub(lambda mark: PARTS[mark[1]](), markdown)


def names_in(markdown: str) -> list[str]:
    """The parts that a page asks for."""
    return MARK.findall(markdown)


def words() -> str:
    """The glossary, in the order of its file."""
    file = resource_dir("assets") / "glossary" / "en.toml"
    found = tomllib.loads(file.read_text(encoding="utf-8"))
    return table(
        ("word", "in one sentence"), [(f"**{w}**", plain(said)) for w, said in found.items()]
    )


def keys() -> str:
    """Every action of the window with its keys, then keys that one part hears."""
    from gpuviz.ui.actions import ACTIONS, OTHER_KEYS

    rows = [
        (keyed(spec.shortcut.split("; ")), bare(spec.text), plain(spec.tip))
        for spec in ACTIONS
        if spec.shortcut
    ]
    others = [(keyed(keys.split("; ")), plain(tip)) for keys, tip in OTHER_KEYS]
    return "\n\n".join(
        (
            "## Everywhere",
            table(("keys", "action", "what it does"), rows),
            "## In one part of the window",
            table(("keys", "what they do"), others),
        )
    )


def gallery() -> str:
    """The operations by group, each with its sentence."""
    sections: dict[str, list[tuple[str, str, str]]] = {}
    for info in list_operations():
        group = group_of(info.name)
        row = (f"`{info.name}`", plain(info.title), plain(info.summary))
        sections.setdefault("More" if group is None else group.title, []).append(row)
    heads = ("name", "title", "what it does")
    return "\n\n".join(f"## {title}\n\n{table(heads, rows)}" for title, rows in sections.items())


def lessons() -> str:
    """The lessons by part of the course."""
    rows = [
        (str(one.shown), part_title(one.number), plain(one.title), plain(one.about))
        for one in list_lessons("en")
    ]
    return table(("", "part", "lesson", "after it"), rows)


def puzzles() -> str:
    """The puzzles in their order."""
    rows = [
        (f"`{one.name}`", KIND_WORDS[one.kind], plain(one.texts.about)) for one in list_puzzles()
    ]
    return table(("puzzle", "kind", "what it is about"), rows)


def devices() -> str:
    """The GPUs of the table."""
    rows = [
        (
            f"`{one.id}`",
            one.name,
            one.cc,
            str(one.sm_count),
            f"{one.boost_mhz:.0f} MHz",
            f"{one.mem_bw_gbs:.0f} GB/s",
        )
        for one in load_devices().values()
    ]
    return table(("id", "GPU", "compute capability", "SMs", "clock", "memory"), rows)


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """As Markdown; a bar in a cell would end it."""
    return "\n".join(_rows(heads, rows))


def _rows(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for cells in (heads, ["---"] * len(heads), *rows):
        yield "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def plain(text: str) -> str:
    """A sentence of the program, none of which is Markdown."""
    return re.sub(r"([*_<>\[\]])", r"\\\1", " ".join(text.split()))


def bare(text: str) -> str:
    """What an action is called, without the mark of its letter and the dots."""
    return plain(text.replace("&", "").rstrip("…"))


def keyed(ways: Iterable[str]) -> str:
    """Keys as one sees them on a keyboard."""
    return ", ".join(f"<kbd>{one.replace('<', '&lt;')}</kbd>" for one in ways)


PARTS: dict[str, Callable[[], str]] = {
    "commands": commands,
    "devices": devices,
    "gallery": gallery,
    "keys": keys,
    "lessons": lessons,
    "puzzles": puzzles,
    "words": words,
}
