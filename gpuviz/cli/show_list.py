"""`gpuviz list`: the operations of gallery and plugins; one of them, or a file, explained."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from itertools import groupby

from gpuviz.cli.json_text import print_json
from gpuviz.cli.language import spoken_language
from gpuviz.cli.page import page_text
from gpuviz.cli.plugin_notes import tell_problems
from gpuviz.cli.table import aligned, print_text
from gpuviz.messages import EnglishText
from gpuviz.operation import (
    OperationInfo,
    called,
    explanation,
    find_operation,
    group_of,
    is_in_gallery,
    kernel_problems,
    list_operations,
    plugin_operations,
)
from gpuviz.plugins import plugin_of
from gpuviz.texts import summary_of, title_of, tr

LANGUAGES = ("en", "zh_CN")
NOTHING: EnglishText = (
    "Its file does not explain it yet: what stands between three quotes at the top is shown here."
)
OTHERS: EnglishText = "More"
"""Above operations of the gallery that stand in no group."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    about = tr("print what explains this one; or the path of a kernel file ending in .py")
    parser.add_argument("name", nargs="?", metavar="NAME", help=about)
    about = tr("the language of the explanation, where there is a translation")
    parser.add_argument("--language", choices=LANGUAGES, default=spoken_language(), help=about)
    parser.add_argument("--json", action="store_true", help=tr("print one JSON object"))


def run(arguments: argparse.Namespace) -> int:
    """Prints the gallery, or a page of it."""
    if arguments.name is not None:
        _print_page(find_operation(arguments.name), arguments)
        return 0
    operations = (*list_operations(), *plugin_operations())
    tell_problems(kernel_problems)
    if arguments.json:
        print_json({"operations": [_entry(info) for info in operations]})
    else:
        print_text(_by_group(operations))
    return 0


def _print_page(info: OperationInfo, arguments: argparse.Namespace) -> None:
    page = explanation(info, arguments.language)
    if arguments.json:
        print_json({"operations": [_entry(info) | {"explanation": page}]})
        return
    text = page_text(page, shutil.get_terminal_size().columns) or f"{info.title}\n\n{tr(NOTHING)}"
    print_text(f"{text}\n\n{aligned(_facts(info), indent=2)}")


def _facts(info: OperationInfo) -> list[tuple[str, str]]:
    """Where the file is, and how it is launched."""
    size = ",".join(map(str, info.default_size))
    plugin = plugin_of(info.path)
    is_known = plugin is not None or is_in_gallery(info.path)
    command = f"gpuviz run {called(info) if is_known else info.path}"
    rows = [(tr("file"), str(info.path)), (tr("run it"), f"{command} --size {size}")]
    return rows if plugin is None else [(tr("plugin"), f"{plugin.name} ({plugin.package})"), *rows]


def _by_group(operations: Sequence[OperationInfo]) -> str:
    """A title above the operations of each group, all columns of one width."""
    rows = [(called(info), title_of(info), summary_of(info)) for info in operations]
    lines = aligned(rows, indent=2).splitlines()
    blocks = groupby(zip(operations, lines, strict=True), key=lambda pair: _heading(pair[0]))
    return "\n\n".join("\n".join([title, *(line for _, line in pairs)]) for title, pairs in blocks)


def _heading(info: OperationInfo) -> str:
    """What stands above its group."""
    plugin, found = plugin_of(info.path), group_of(info.name)
    if plugin is not None:
        return tr("Plugin {name}").format(name=f"{plugin.name} ({plugin.package})")
    return tr(OTHERS) if found is None else tr(found.title)


def _group(info: OperationInfo) -> str | None:
    plugin = plugin_of(info.path)
    if plugin is not None:
        return f"Plugin {plugin.name} ({plugin.package})"
    found = group_of(info.name)
    return None if found is None else found.title


def _kind(info: OperationInfo) -> str:
    if info.is_broken:
        return "broken"
    return "pipeline" if info.is_pipeline else "kernel"


def _entry(info: OperationInfo) -> dict[str, object]:
    plugin = plugin_of(info.path)
    return {
        "name": called(info),
        "plugin": None if plugin is None else plugin.name,
        "kind": _kind(info),
        "group": _group(info),
        "title": info.title,
        "summary": info.summary,
        "file": info.path,
        "kernel": info.kernel,
        "size_names": info.size_names,
        "default_size": info.default_size,
        "default_block": info.default_block,
    }
