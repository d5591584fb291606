"""The explanation of an operation: the docstring of its file as a page of Markdown.

Those of the gallery are translated in `assets/kernels/LANGUAGE/NAME.md`, each a whole page.
"""

from __future__ import annotations

import re
from pathlib import Path

from gpuviz.messages import GpuvizError
from gpuviz.operation.info import OperationInfo
from gpuviz.operation.reader import describe
from gpuviz.ordinary_file import read_ordinary
from gpuviz.places import resource_dir
from gpuviz.plugins import Plugin, plugin_of

LARGEST_PAGE_BYTES = 1 << 18  # of a translation that a plugin brings
HAN, STOP = r"[\u3000-\u303f\u3400-\u9fff\uff00-\uffef]", r"[\u3000-\u303f\uff01-\uff1f]"
BEGINNING = (
    r"(?:[A-Za-z]|`(?!``)|\*(?! )|\d(?!\d*[.)] ))"  # of words, and neither of a list nor of a fence
)
GLUED = re.compile(
    rf"(?<={HAN})\n(?=\*{{0,2}}{HAN})|(?<={HAN}\*)\n(?={HAN})"
    rf"|(?<={STOP})\n(?={BEGINNING})|(?<=\S)\n(?={STOP})"
)
"""Ends of lines for which Chinese has no space; Markdown makes one of each."""


def explanation(info: OperationInfo, language: str = "en") -> str:
    """Title, sentence and text, with a line free between paragraphs; empty for a file that says
    nothing. English where `language` has no translation of this very text.
    """
    if not info.summary and not info.text:
        return ""
    own = "\n\n".join(part for part in (f"# {info.title}", info.summary, info.text) if part)
    return GLUED.sub("", translation(info, language) or own)


def translation(info: OperationInfo, language: str) -> str:
    """The page of the gallery's translation; empty where there is none of this text: a copy of a
    gallery kernel has it for as long as its docstring is the gallery's.
    """
    plugin = plugin_of(info.path)
    if plugin is not None:
        return _own_translation(plugin, info, language)
    pages = resource_dir("assets") / "kernels" / language
    for page in pages.glob("*.md"):
        is_named = info.name == page.stem or info.name.startswith(f"{page.stem}_")
        if is_named and _text_of(page.stem) == (info.title, info.summary, info.text):
            return page.read_text(encoding="utf-8").strip()
    return ""


def _own_translation(plugin: Plugin, info: OperationInfo, language: str) -> str:
    """The page that a plugin brings beside its kernel; empty where it has none."""
    page = plugin.folder / "kernels" / language / f"{info.name}.md"
    try:
        if not page.resolve().is_relative_to(plugin.folder):
            return ""
        return read_ordinary(page, LARGEST_PAGE_BYTES).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError):  # then it is the English page
        return ""


def _text_of(name: str) -> tuple[str, str, str] | None:
    """What the gallery's file of this name says."""
    path: Path = resource_dir("kernels") / f"{name}.py"
    try:
        original = describe(path)
    except GpuvizError:
        return None
    return original.title, original.summary, original.text
