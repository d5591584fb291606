"""`gpuviz list`: the operations of the gallery; one of them, or a file of one's own, explained."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Sequence
from itertools import groupby

from gpuviz.cli.json_text import print_json
from gpuviz.cli.page import page_text
from gpuviz.cli.table import aligned, print_text
from gpuviz.operation import OperationInfo, explanation, find_operation, group_of, list_operations

LANGUAGES = ("en", "zh_CN")
NOTHING = (
    "Its file does not explain it yet: what stands between three quotes at the top is shown here."
)
OTHERS = "More"
"""Above operations of the gallery that stand in no group."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    about = "print what explains this one; or the path of a kernel file ending in .py"
    parser.add_argument("name", nargs="?", metavar="NAME", help=about)
    about = "the language of the explanation, where there is a translation"
    parser.add_argument("--language", choices=LANGUAGES, default="en", help=about)
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Prints the gallery, or a page of it."""
    if arguments.name is not None:
        _print_page(find_operation(arguments.name), arguments)
        return 0
    operations = list_operations()
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
    text = page_text(page, shutil.get_terminal_size().columns) or f"{info.title}\n\n{NOTHING}"
    print_text(f"{text}\n\n{aligned(_facts(info), indent=2)}")


def _facts(info: OperationInfo) -> list[tuple[str, str]]:
    """Where the file is, and how it is launched."""
    size = ",".join(map(str, info.default_size))
    command = f"gpuviz run {info.name if group_of(info.name) else info.path}"
    return [("file", str(info.path)), ("run it", f"{command} --size {size}")]


def _by_group(operations: Sequence[OperationInfo]) -> str:
    """A title above the operations of each group, all columns of one width."""
    rows = [(info.name, info.title, info.summary) for info in operations]
    lines = aligned(rows, indent=2).splitlines()
    blocks = groupby(zip(operations, lines, strict=True), key=lambda pair: _group(pair[0]))
    return "\n\n".join(
        "\n".join([title or OTHERS, *(line for _, line in pairs)]) for title, pairs in blocks
    )


def _group(info: OperationInfo) -> str | None:
    found = group_of(info.name)
    return None if found is None else found.title


def _kind(info: OperationInfo) -> str:
    if info.is_broken:
        return "broken"
    return "pipeline" if info.is_pipeline else "kernel"


def _entry(info: OperationInfo) -> dict[str, object]:
    return {
        "name": info.name,
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
