"""The options that commands with launches share."""

from __future__ import annotations

import argparse
from typing import get_args

from gpuviz.device import DEFAULT_DEVICE
from gpuviz.engines.names import EngineName
from gpuviz.operation.inputs import DTYPES, LAYOUTS, METAVAR, VALUES

DEVICE = ("--device", "ID", f"GPU to model (default: {DEFAULT_DEVICE}), or gpu:N of this machine")
DEVICE_FILE = ("--device-file", "F.toml", "a file of GPUs of your own, which --device then finds")

INPUT_HELP = (
    "what an array holds and how it lies in memory, of all arrays without NAME=, as in"
    " a=float64,transposed or b=@data.csv;"
    f" a type: {', '.join(DTYPES)}; values: {', '.join(VALUES)}, or @FILE.csv or @FILE.npy;"
    f" a layout: {', '.join(LAYOUTS)}; can be given several times"
)


def add_operation(parser: argparse.ArgumentParser) -> None:
    """Declares what is launched."""
    parser.add_argument("operation", help="a name of `gpuviz list`, or a kernel file ending in .py")


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Declares who executes, on which inputs, and what is told of it."""
    engines, about = get_args(EngineName), "who executes (default: a GPU if one answers)"
    parser.add_argument("--engine", choices=engines, help=about)
    parser.add_argument("--seed", default="0", metavar="S", help="of the inputs (default: 0)")
    parser.add_argument("--input", action="append", metavar=METAVAR, help=INPUT_HELP)
    parser.add_argument("--no-cpu", action="store_true", help="do not time the CPU twins")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
