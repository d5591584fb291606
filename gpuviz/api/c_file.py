"""Kernels of a file of CUDA C for scripts, notebooks and tests: `gpuviz.kernels_in("scale.cu")`."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from gpuviz.cuda.configuration import launch_configuration
from gpuviz.cuda.errors import BadType
from gpuviz.cuda.launching import launch
from gpuviz.cuda_c.syntax import Function
from gpuviz.cuda_c.types import CType, Pointer, memory_dtype, name_of
from gpuviz.cuda_c.unit import FunctionText, TemplateArguments, Unit, read_unit
from gpuviz.cuda_c.words import words_of
from gpuviz.engines.c_kernel import CCapture, CKernel
from gpuviz.launch import LaunchConfig
from gpuviz.messages import Message, RequestRefused, SourcePlace
from gpuviz.operation.c_headers import with_headers
from gpuviz.operation.c_launch import chosen_templates
from gpuviz.operation.module import read_source
from gpuviz.simt.c_front.source import captured_kernel


def kernels_in(path: str | os.PathLike[str], name: str = "") -> ModuleType:
    """The kernels of a file of CUDA C, each to be launched as one of Numba's: `k[grid, block](..)`.

    What is passed for a pointer is an array of its type, for a number a number. A name in constant
    memory that the file gives no values is set by assigning to it: `kernels.weights = array`. A
    template is launched for what `k.of("float", 256)` says, or the file's `// gpuviz: kernel =`.
    Raises RequestRefused for what is no such file, NotSupportedError for what cannot be read in it.
    """
    file = Path(path).absolute()
    unit = read_unit(with_headers(read_source(file), file), str(file))
    if not unit.kernels:
        template = "{file} has no kernel: a function that begins with __global__ void."
        place = SourcePlace(str(file), 1)
        raise RequestRefused(Message("cuda-c.no-kernel", template, {"file": file.name}), place)
    module = ModuleType(name or file.stem, f"Kernels of {file.name}.")
    module.__file__ = str(file)
    for text in unit.kernels:
        templates = chosen_templates(unit, text)
        setattr(module, text.name, KernelInC(unit, text, templates, vars(module)))
    return module


@dataclass(frozen=True, slots=True)
class KernelInC:
    """`kernel[grid, block, stream, shared bytes](arguments)` runs it on the emulator."""

    unit: Unit
    text: FunctionText
    templates: TemplateArguments
    names: Mapping[str, Any]  # of the module: those in constant memory are read at each launch

    def of(self, *arguments: str | int) -> KernelInC:
        """The template for types, by their names in C, and whole numbers."""
        found: list[CType | int] = []
        for one in arguments:
            if isinstance(one, int):
                found.append(one)
            else:
                found.append(self.unit.parser(words_of(one, self.unit.file)).type_name())
        return KernelInC(self.unit, self.text, tuple(found), self.names)

    def __getitem__(self, given: Any) -> ConfiguredInC:
        return ConfiguredInC(self, launch_configuration(given))

    def __call__(self, *arguments: object) -> None:
        """Raises TypeError, as a kernel of Numba does: grid and block are missing."""
        template = "{kernel} is a kernel: write {kernel}[blocks, threads](...) to launch it."
        raise BadType(Message("launch.not-configured", template, {"kernel": self.text.name}))


@dataclass(frozen=True, slots=True)
class ConfiguredInC:
    """A kernel with its grid and block."""

    kernel: KernelInC
    config: LaunchConfig

    def __call__(self, *arguments: object) -> None:
        """Launches it; whoever records hears of it, and arrays have what it wrote."""
        kernel = self.kernel
        unit, text = kernel.unit, kernel.text
        if len(kernel.templates) < len(text.templates):
            template = "{kernel} is a template: write {kernel}.of(..) with its types and numbers."
            raise BadType(Message("launch.c-template", template, {"kernel": text.name}))
        function = unit.function(text, kernel.templates)
        _check_count(function, arguments)
        pairs = zip(function.parameters, arguments, strict=True)
        given = [_taken(function.name, one.name, one.kind, value) for one, value in pairs]
        captured = CCapture(captured_kernel(unit, text, kernel.templates, self._constants()))
        names = tuple(one.name for one in function.parameters)
        launch(CKernel(text.name, captured, names), self.config, given)

    def _constants(self) -> dict[str, Any]:
        """What was assigned to names in constant memory that the file gives no values."""
        found: dict[str, Any] = {}
        for name, known in self.kernel.unit.variables.items():
            if known.place == "constant" and known.variable.value is None:
                if name not in self.kernel.names:
                    template = "{name} is in constant memory and has no values: assign them first."
                    raise BadType(Message("launch.c-constant", template, {"name": name}))
                found[name] = np.ascontiguousarray(self.kernel.names[name])
        return found


def _check_count(function: Function, given: tuple[object, ...]) -> None:
    """Raises TypeError for another number of arguments."""
    names = [one.name for one in function.parameters]
    if len(names) != len(given):
        template = "{kernel} takes {wanted} arguments ({names}), and {count} were given."
        values = {
            "kernel": function.name,
            "wanted": len(names),
            "names": ", ".join(names),
            "count": len(given),
        }
        raise BadType(Message("launch.c-count", template, values))


def _taken(kernel: str, name: str, kind: CType, value: Any) -> Any:
    """What is passed for a parameter. Raises TypeError for what it cannot be."""
    if isinstance(kind, Pointer):
        wanted, dtype = memory_dtype(kind.to), getattr(value, "dtype", None)
        if wanted is not None and dtype == wanted and hasattr(value, "shape"):
            return value
        template = "{name} of {kernel} is {kind}: pass an array of {dtype}, and not {found}."
        found = "a number" if dtype is None or not getattr(value, "shape", ()) else f"{dtype}"
        values = {"name": name, "kernel": kernel, "kind": name_of(kind), "dtype": wanted}
        raise BadType(Message("launch.c-array", template, {**values, "found": found}))
    if isinstance(kind, np.dtype) and np.ndim(value) == 0:
        return np.asarray(value).astype(kind)[()]
    template = "{name} of {kernel} is {kind}: pass a number."
    values = {"name": name, "kernel": kernel, "kind": name_of(kind)}
    raise BadType(Message("launch.c-number", template, values))
