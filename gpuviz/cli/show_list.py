"""`gpuviz list`: the operations of the gallery."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from itertools import groupby

from gpuviz.cli.json_text import print_json
from gpuviz.cli.table import aligned, print_text
from gpuviz.operation import OperationInfo, group_of, list_operations

OTHERS = "More"
"""Above operations of the gallery that stand in no group."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Prints the gallery."""
    operations = list_operations()
    if arguments.json:
        print_json({"operations": [_entry(info) for info in operations]})
    else:
        print_text(_by_group(operations))
    return 0


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
