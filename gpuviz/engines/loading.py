"""Runs the top level of a kernel file, and of the files beside it that it imports.

Each loaded file has its own copies of those: a name such as `conv2d` stands for another file in
another folder, and one that was edited is to be read again.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from gpuviz.operation import OperationInfo

MODULE_PREFIX = "gpuviz_operation_"


@dataclass(frozen=True, slots=True)
class FilesBeside:
    """The files that a file imported from its folder, and when each was changed last."""

    changed_ns: Mapping[Path, int]

    @property
    def are_current(self) -> bool:
        """Whether they are as they were."""
        return all(_changed_ns(path) == changed for path, changed in self.changed_ns.items())


def load_module(info: OperationInfo) -> tuple[ModuleType, FilesBeside]:
    """Runs the file. Raises what its own code raises."""
    module = ModuleType(MODULE_PREFIX + info.name)
    module.__file__ = str(info.path)
    sys.modules[module.__name__] = module  # dataclasses and inspect look there
    code = compile(info.source, str(info.path), "exec", dont_inherit=True)
    beside: dict[Path, int] = {}
    with _importable(info.path.parent, beside):
        exec(code, module.__dict__)
    return module, FilesBeside(beside)


@contextmanager
def _importable(folder: Path, imported: dict[Path, int]) -> Iterator[None]:
    """Lets a file import helpers beside it; they stand last, so that none hides a library.

    Modules of that folder are hidden meanwhile, and forgotten afterwards; `imported` takes their
    files.
    """
    hidden = _modules_in(folder)
    for name in hidden:
        del sys.modules[name]
    importlib.invalidate_caches()
    sys.path.append(str(folder))
    writes_none, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # it tells only seconds
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes_none
        sys.path.remove(str(folder))
        for name, module in _modules_in(folder).items():
            path = Path(str(module.__file__))
            imported[path] = _changed_ns(path)
            del sys.modules[name]
        sys.modules.update(hidden)


def _modules_in(folder: Path) -> dict[str, ModuleType]:
    """Modules that an import beside a file of the folder has made."""
    return {
        name: module
        for name, module in list(sys.modules.items())
        if "." not in name
        and not name.startswith((MODULE_PREFIX, "__main__"))
        and Path(getattr(module, "__file__", None) or "").parent == folder
    }


def _changed_ns(path: Path) -> int:
    return path.stat().st_mtime_ns if path.is_file() else 0
