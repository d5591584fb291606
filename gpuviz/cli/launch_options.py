"""The options that commands with launches share."""

from __future__ import annotations

import argparse
from typing import get_args

from gpuviz.cli.parser import in_words, option_text
from gpuviz.device import DEFAULT_DEVICE
from gpuviz.engines.names import EngineName
from gpuviz.operation.inputs import DTYPES, LAYOUTS, METAVAR, VALUES
from gpuviz.texts import tr

DEVICE = (
    "--device",
    "ID",
    option_text("GPU to model (default: {device}), or gpu:N of this machine"),
)
CLUSTER = (
    "--cluster",
    "ADDRESS",
    option_text(
        "have a Dask cluster do it: tcp://.., tls://.., a scheduler file, or the word local"
    ),
)
DEVICE_FILE = (
    "--device-file",
    "F.toml",
    option_text("a file of GPUs of your own, which --device then finds"),
)


def device_words(text: str) -> str:
    """What is told of an option, with the device that counts where none is chosen."""
    return in_words(text, device=DEFAULT_DEVICE)


def add_operation(parser: argparse.ArgumentParser) -> None:
    """Declares what is launched."""
    parser.add_argument(
        "operation", help=tr("a name of `gpuviz list`, or a kernel file, .py or .cu")
    )


def add_engine(parser: argparse.ArgumentParser) -> None:
    """Declares who executes, on which inputs, and what is told of it."""
    engines, about = get_args(EngineName), tr("who executes (default: a GPU if one answers)")
    parser.add_argument("--engine", choices=engines, help=about)
    parser.add_argument("--seed", default="0", metavar="S", help=tr("of the inputs (default: 0)"))
    parser.add_argument("--input", action="append", metavar=METAVAR, help=_input_words())
    name, metavar, about = CLUSTER[0], CLUSTER[1], in_words(CLUSTER[2])
    parser.add_argument(name, metavar=metavar, help=about)
    parser.add_argument("--no-cpu", action="store_true", help=tr("do not time the CPU twins"))
    parser.add_argument("--json", action="store_true", help=tr("print one JSON object"))


def _input_words() -> str:
    return tr(
        "what an array holds and how it lies in memory, of all arrays without NAME=, as in"
        " a=float64,transposed or b=@data.csv; a type: {types}; values: {values}, or @FILE.csv or"
        " @FILE.npy; a layout: {layouts}; can be given several times"
    ).format(types=", ".join(DTYPES), values=", ".join(VALUES), layouts=", ".join(LAYOUTS))
