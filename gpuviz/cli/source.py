"""`gpuviz source`: a kernel on one of four levels: Python, CUDA C, PTX, SASS."""

from __future__ import annotations

import argparse
from typing import get_args

from gpuviz.cli.choices import known_devices
from gpuviz.cli.gpu import answer_of
from gpuviz.cli.json_text import print_json
from gpuviz.cli.table import print_text
from gpuviz.device import DEFAULT_DEVICE, Device, find_device
from gpuviz.engines.request import LaunchRequest
from gpuviz.engines.source_levels import (
    LANGUAGES,
    LevelName,
    SourceLevel,
    cuda_level,
    python_level,
    refusal,
)
from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message, NotSupportedError
from gpuviz.operation import OperationInfo, check_size, find_operation
from gpuviz.texts import enumerated, tr
from gpuviz.worker import Workers
from gpuviz.worker.jobs import ReadCompiledLevels

LEVELS: tuple[LevelName, ...] = get_args(LevelName)
NUMBER = 1  # of the only request
NOTHING = "."  # beside a line that stands for none of the source


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    about = tr("an operation of the gallery, or the path of a kernel file, .py or .cu")
    parser.add_argument("name", metavar="NAME", help=about)
    about = tr("what is printed (default: python); PTX and SASS need the extra cuda13, and no GPU")
    parser.add_argument("--level", choices=LEVELS, default="python", help=about)
    about = tr("what PTX and SASS are made of (default: python)")
    parser.add_argument("--of", choices=LANGUAGES, default="python", help=about)
    about = tr("the device that is compiled for (default: {device})")
    about = about.format(device=DEFAULT_DEVICE)
    parser.add_argument("--device", metavar="ID", default=DEFAULT_DEVICE, help=about)
    parser.add_argument("--json", action="store_true", help=tr("print one JSON object"))


def run(arguments: argparse.Namespace) -> int:
    """Prints the lines of a level."""
    info = find_operation(arguments.name)
    device = find_device(arguments.device, known_devices(None))
    level = _level(info, arguments, device)
    if arguments.json:
        print_json(_level_object(info, level))
    elif level.compiled_for:
        print_text(_compiled_text(info, level))
    else:
        print_text("\n".join(line.text for line in level.lines))
    return 0


def _level(info: OperationInfo, arguments: argparse.Namespace, device: Device) -> SourceLevel:
    """Raises NotSupportedError where it cannot be made, RequestRefused where the file fails."""
    if arguments.level == "python":
        return python_level(info)
    if arguments.level == "cuda":
        return cuda_level(info)
    why = refusal(info)
    if why is not None:
        raise NotSupportedError(why)
    size = check_size(info, info.default_size)
    config = LaunchConfig(info.grid(size, info.default_block), info.default_block)
    request = LaunchRequest(NUMBER, info.path, size, config, "emulator", device)
    with Workers() as workers:
        made = answer_of(workers.submit(ReadCompiledLevels(request)))
    if isinstance(made, Message):
        raise NotSupportedError(made)
    return made.find(arguments.level, arguments.of)


def _compiled_text(info: OperationInfo, level: SourceLevel) -> str:
    """Each line behind the number of its source line, under what the kernel takes in all."""
    template = tr("{name}, of {source}, for compute capability {cc}")
    words = template.format(name=info.name, source=_source(level), cc=level.compiled_for)
    head = f"// {words}"
    if level.registers is not None:
        units = sorted(level.instructions_by_unit().items(), key=lambda pair: -pair[1])
        counts = enumerated([f"{unit} {count}" for unit, count in units])
        template = tr("{count} registers a thread; instructions: {counts}")
        head += f"\n// {template.format(count=level.registers, counts=counts)}"
    rows = []
    for line in level.lines:
        own = line.c_lines if level.language == "cuda" else line.python_lines
        number = str(own[0]) if own else NOTHING
        unit = f"{line.unit or '':8}" if level.level == "sass" else ""
        rows.append(f"{number:>4} {unit} {line.text.expandtabs(4)}".rstrip())
    return "\n".join([head, *rows])


def _source(level: SourceLevel) -> str:
    return "CUDA C" if level.language == "cuda" else "Python"


def _level_object(info: OperationInfo, level: SourceLevel) -> dict[str, object]:
    return {
        "operation": info.name,
        "level": level.level,
        "of": level.language,
        "compute_capability": level.compiled_for or None,
        "registers": level.registers,
        "instructions": level.instructions_by_unit() or None,
        "lines": [
            {
                "text": line.text,
                "python_lines": list(line.python_lines),
                "c_lines": list(line.c_lines),
                "unit": line.unit,
            }
            for line in level.lines
        ],
    }
