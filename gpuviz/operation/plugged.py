"""The kernels that plugins bring: read as a file of one's own, never run here."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

from gpuviz.messages import GpuvizError, Message
from gpuviz.operation.info import OperationInfo
from gpuviz.operation.reader import describe
from gpuviz.places import resource_dir
from gpuviz.plugins import Brought, Plugin, Shelf, installed, plugin_of

FOLDER = "kernels"  # of a plugin
KERNELS = "[!_]*.py"  # a file whose name begins with _ is help for others


@functools.cache
def kernel_shelf() -> Shelf[Path]:
    """The kernel files of all plugins by name; none of them is read."""
    own = frozenset(path.stem for path in resource_dir("kernels").glob(KERNELS))
    return Shelf(own, tuple(Brought(plugin, _files(plugin)) for plugin in installed().plugins))


def plugin_operations() -> tuple[OperationInfo, ...]:
    """The operations of all plugins; what is wrong with other files says `kernel_problems`."""
    found = (_describe_or_error(path) for path in kernel_shelf().all().values())
    return tuple(one for one in found if isinstance(one, OperationInfo))


def read_plugins() -> Iterator[OperationInfo | GpuvizError]:
    """Read one file a step: `plugin_operations` takes no time after that."""
    for path in kernel_shelf().all().values():
        yield _describe_or_error(path)


def called(info: OperationInfo) -> str:
    """What one writes to have an operation: its name, or `plugin:name` where that is taken."""
    plugin = plugin_of(info.path)
    return info.name if plugin is None else kernel_shelf().called(plugin, info.name)


def kernel_problems() -> Iterator[Message]:
    """A sentence for each file that is no operation, and for each name that is taken."""
    for brought in kernel_shelf().brought:
        yield from brought.plugin.files(FOLDER, KERNELS)[1]
        for path in brought.items.values():
            found = _describe_or_error(path)
            if isinstance(found, GpuvizError):
                yield brought.plugin.said(with_place(found))
    yield from kernel_shelf().clashes()


def with_place(error: GpuvizError) -> Message:
    """The sentence of an error, behind its file and line."""
    if error.place is None:
        return error.message
    values = {"file": Path(error.place.file).name, "line": error.place.line, "what": error.message}
    return Message("plugin.placed", "{file}, line {line}: {what}", values)


def _files(plugin: Plugin) -> dict[str, Path]:
    return {path.stem: path for path in plugin.files(FOLDER, KERNELS)[0]}


def _describe_or_error(path: Path) -> OperationInfo | GpuvizError:
    try:
        return describe(path)
    except GpuvizError as error:
        return error
