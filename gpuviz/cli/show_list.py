"""`gpuviz list`: the operations of the gallery."""

from __future__ import annotations

import argparse

from gpuviz.cli.json_text import print_json
from gpuviz.cli.table import aligned, print_text
from gpuviz.operation import OperationInfo, list_operations


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(arguments: argparse.Namespace) -> int:
    """Prints the gallery."""
    operations = list_operations()
    if arguments.json:
        print_json({"operations": [_entry(info) for info in operations]})
    else:
        print_text(aligned([(info.name, info.title, info.summary) for info in operations]))
    return 0


def _entry(info: OperationInfo) -> dict[str, object]:
    return {
        "name": info.name,
        "title": info.title,
        "summary": info.summary,
        "file": info.path,
        "kernel": info.kernel,
        "size_names": info.size_names,
        "default_size": info.default_size,
        "default_block": info.default_block,
    }
