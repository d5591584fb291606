"""PTX and SASS of a kernel in Python and of its twin in CUDA C, each line with its source lines."""

from __future__ import annotations

import inspect
import platform
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from gpuviz.engines.code_cache import (
    CompiledCode,
    KernelSpace,
    code_folder,
    digest_of,
    kept_code,
)
from gpuviz.engines.cuda_c import TwinRow, device_text, twin_of
from gpuviz.engines.cuda_gpu.c_twin import OPTIONS, compiled_text
from gpuviz.engines.cuda_gpu.compiled import FIRST_READABLE_CC, linked, lto_code
from gpuviz.engines.cuda_gpu.disassembly import UnreadableCodeError, disassembled
from gpuviz.engines.cuda_gpu.elf import needs_by_kernel
from gpuviz.engines.cuda_gpu.failures import explained_compiling
from gpuviz.engines.cuda_gpu.sass import MEMORY, access_of
from gpuviz.engines.cuda_gpu.sass_listing import Instruction, ListingRow, listing_rows
from gpuviz.engines.cuda_gpu.sass_units import instruction_mix
from gpuviz.engines.host import LoadedOperation, load_operation
from gpuviz.engines.probe import find_disassembler, oldest_known_cc
from gpuviz.engines.request import LaunchRequest
from gpuviz.engines.source_levels import (
    LANGUAGES,
    CompiledLevels,
    Language,
    LaunchedKernel,
    LevelLine,
    SourceLevel,
    Unit,
    c_lines_of,
    c_rows,
    no_python,
    no_twin,
    python_file_of,
    refusal,
    rows_beside,
    twin_file_of,
)
from gpuviz.messages import Message, NotSupportedError
from gpuviz.operation import OperationInfo, describe_runnable

LOC = re.compile(r"\s*\.loc\s+(\d+)\s+(\d+)\s+\d+(?:,.*inlined_at\s+(\d+)\s+(\d+)\s+\d+)?")
FILE = re.compile(r'\s*\.file\s+(\d+)\s+"(.*)"')
DEBUGGING = re.compile(r"\s*\.section\s+\.debug")
CONTROL = {
    *("BRA", "BRX", "JMP", "CALL", "RET", "EXIT", "BSSY", "BSYNC", "BREAK", "WARPSYNC", "YIELD"),
    *("BAR", "MEMBAR", "ERRBAR", "DEPBAR", "NOP", "NANOSLEEP", "BMOV", "KILL", "BPT"),
}
SourceLines = tuple[tuple[int, ...], tuple[int, ...]]
"""Lines of the Python file, and lines of its twin."""

OTHER_MEMORY = {"LDC", "LDCU", "LDSM", "CCTL", "LDGSTS", "RED", "ATOM", "TEX", "TLD"}


COMPILERS = ("numba", "numba-cuda", "llvmlite", "cuda-core", "cuda-bindings", "numpy")
LIBRARIES = ("nvidia-nvvm", "nvidia-nvjitlink", "nvidia-cuda-nvrtc", "nvidia-cuda-nvdisasm")
"""What code depends on besides its source: packages, whatever they are installed as."""


def compiled_levels(
    request: LaunchRequest,
    languages: Sequence[Language] = LANGUAGES,
    launched: LaunchedKernel | None = None,
) -> CompiledLevels | Message:
    """PTX and SASS for the device of a request, or why none can be made.

    Of these languages; without Python no code of the file is run. Of a pipeline they are those of
    one kernel that it has `launched`.
    Raises RequestRefused where the file's host code fails.
    """
    info = describe_runnable(request.operation)
    why = refusal(info, launched)
    if why is not None:
        return why
    cc = max(request.device.compute_capability, oldest_known_cc(), FIRST_READABLE_CC)
    rows = c_rows(info) if launched is None else rows_beside(launched.file)
    levels: list[SourceLevel] = []
    why_not: dict[Language, Message] = {}
    makers: Mapping[Language, Callable[[], list[SourceLevel]]] = {
        "python": lambda: _levels_of_python(_kernel_of(info, request, launched), cc, rows),
        "cuda": lambda: _levels_of_c(info, launched, cc, rows),
    }
    for language in languages:
        try:
            levels += makers[language]()
        except NotSupportedError as error:
            why_not[language] = error.message
    return CompiledLevels(tuple(levels), why_not)


class _Kernel(NamedTuple):
    """A kernel in Python, and the types of its arguments."""

    loaded: LoadedOperation
    kernel: Any
    types: tuple[Any, ...]


def _kernel_of(
    info: OperationInfo, request: LaunchRequest, launched: LaunchedKernel | None
) -> _Kernel:
    """Runs the file's code. Raises NotSupportedError where there is no Python."""
    if launched is not None:
        return _launched_kernel(info, launched)
    file = python_file_of(info)
    if file is None:
        raise NotSupportedError(no_python(info.path))
    loaded = load_operation(file).with_inputs(request.inputs)
    arguments = loaded.arguments(request.size, request.seed)
    return _Kernel(loaded, loaded.kernel, tuple(map(numba.typeof, arguments.values())))


def _launched_kernel(info: OperationInfo, launched: LaunchedKernel) -> _Kernel:
    """What a pipeline has launched, which stands in its file or in one beside it."""
    is_here = launched.file.parent == info.path.parent
    loaded = load_operation(launched.file if is_here else info.path)
    kernel = getattr(loaded.module, launched.name, None)
    arrays = {name: (dtype, dimensions) for name, dtype, dimensions in launched.arrays}
    scalars = dict(launched.scalars)
    names = list(inspect.signature(kernel.py_func).parameters) if kernel is not None else [""]
    if not set(names) <= arrays.keys() | scalars.keys():
        template = "What {name} was launched with is not known well enough to compile it."
        raise NotSupportedError(Message("levels.arguments", template, {"name": launched.name}))
    types = (
        numba.types.Array(numba.from_dtype(np.dtype(arrays[name][0])), arrays[name][1], "C")
        if name in arrays
        else numba.typeof(scalars[name])
        for name in names
    )
    return _Kernel(loaded, kernel, tuple(types))


def _levels_of_python(
    compiled: _Kernel, cc: tuple[int, int], rows: list[TwinRow]
) -> list[SourceLevel]:
    loaded, kernel, types = compiled
    name = str(kernel.py_func.__name__)
    made_of = (name, *_sources(loaded), *map(str, types), *_constants(loaded), *_versions(cc))

    def make() -> CompiledCode:
        with explained_compiling(name):
            code = lto_code(kernel, types, cc)
            most = kernel.targetoptions.get("max_registers")
            ptx = linked(code, cc, most, "ptx").rstrip(b"\0").decode()
            return _read(ptx, linked(code, cc, most, "cubin"))

    code = kept_code(digest_of(("python", *made_of)), make, code_folder())
    c_lines = c_lines_of(rows)

    def lines_of(line: int) -> SourceLines:
        return ((line,), c_lines.get(line, ())) if line else ((), ())

    return _levels("python", code, cc, name, lines_of)


def _sources(loaded: LoadedOperation) -> Iterator[str]:
    """The texts that the kernel's code may come from."""
    yield str(loaded.info.path)  # stands in the code, where its lines are
    yield loaded.info.source
    for file in sorted(loaded.beside.changed_ns):
        yield file.read_text("utf-8", "replace") if file.is_file() else ""


def _constants(loaded: LoadedOperation) -> Iterator[str]:
    """What the file has worked out that a kernel may take for a constant."""
    for name, value in sorted(vars(loaded.module).items()):
        if isinstance(value, np.ndarray):
            yield f"{name} {value.dtype} {value.shape} {_bytes_of(value)}"
        elif isinstance(value, int | float | complex | str | tuple | np.generic):
            yield f"{name} {value!r}"


def _bytes_of(array: NDArray[Any]) -> str:
    return digest_of([array.tobytes().hex()])


def _versions(cc: tuple[int, int]) -> Iterator[str]:
    yield f"{cc} {platform.python_version()} {find_disassembler()}"
    for package in (*COMPILERS, *LIBRARIES, *(f"{name}-cu12" for name in LIBRARIES)):
        try:
            yield f"{package} {version(package)}"
        except PackageNotFoundError:
            yield f"{package} -"


def _levels_of_c(
    info: OperationInfo,
    launched: LaunchedKernel | None,
    cc: tuple[int, int],
    rows: list[TwinRow],
) -> list[SourceLevel]:
    file, name = (info.path, info.kernel) if launched is None else (launched.file, launched.name)
    twin = twin_file_of(info) if launched is None else twin_of(file)
    if twin is None:
        raise NotSupportedError(no_twin(file))
    text = device_text(rows, twin.name)
    made_of = ("cuda", text, twin.name, *OPTIONS, *_versions(cc))

    def make() -> CompiledCode:
        made = compiled_text(text, twin.name, cc)
        return _read(made.ptx, made.cubin)

    code = kept_code(digest_of(made_of), make, code_folder())

    def lines_of(line: int) -> SourceLines:
        return (rows[line - 1].python_lines, (line,)) if 0 < line <= len(rows) else ((), ())

    return _levels("cuda", code, cc, name, lines_of)


def _read(ptx: str, cubin: bytes) -> CompiledCode:
    """Raises NotSupportedError where nvdisasm cannot read it."""
    program = find_disassembler()
    assert program is not None  # `refusal` has looked
    kernels = {
        name: KernelSpace(needs.registers, needs.shared_bytes, needs.frame_bytes)
        for name, needs in needs_by_kernel(cubin).items()
    }
    try:
        return CompiledCode(ptx, disassembled(cubin, program), kernels)
    except UnreadableCodeError as error:
        template = "nvdisasm could not read the machine code: {error}"
        raise NotSupportedError(Message("levels.unreadable", template, {"error": error})) from error


def _levels(
    language: Language,
    code: CompiledCode,
    cc: tuple[int, int],
    name: str,
    lines_of: Callable[[int], SourceLines],
) -> list[SourceLevel]:
    compiled_for = f"{cc[0]}.{cc[1]}"
    mangled = _mangled(name, code.kernels)
    others = code.kernels.keys() - {mangled}
    shown = [
        LevelLine(text.replace(mangled, name), *lines_of(line))
        for text, line in ptx_rows(_without(others, code.ptx))
    ]
    rows = [row for row in _of_kernel(mangled, others, code.listing) if not _is_padding(row)]
    sass = [_sass_line(row, mangled, name, lines_of) for row in rows]
    space = code.kernels[mangled]
    return [
        SourceLevel("ptx", language, tuple(shown), None, compiled_for),
        SourceLevel(
            "sass",
            language,
            tuple(sass),
            space.registers,
            compiled_for,
            space.shared_bytes,
            space.local_bytes,
        ),
    ]


def _mangled(name: str, kernels: Mapping[str, KernelSpace]) -> str:
    """What a compiler calls a kernel. Raises NotSupportedError where it is not there."""
    if len(kernels) == 1:
        return next(iter(kernels))
    named = f"_Z{len(name)}{name}"  # by the Itanium C++ ABI, 5.1.2
    found = [one for one in kernels if one == name or one.startswith(named)]
    if not found:
        template = "Of {name} nothing is left in what was compiled."
        raise NotSupportedError(Message("levels.no-kernel", template, {"name": name}))
    return found[0]


def _without(others: Collection[str], ptx: str) -> str:
    """PTX without some of its kernels."""
    for name in others:
        body = rf"^[^\n]*\.entry {re.escape(name)}\(.*?^}}\n"
        ptx = re.sub(body, "", ptx, flags=re.DOTALL | re.MULTILINE)
    return ptx


def _of_kernel(name: str, others: Collection[str], listing: str) -> Iterator[ListingRow]:
    """The rows of a kernel and of what it calls, without those of other kernels."""
    is_own = not others
    for row in listing_rows(listing):
        if row.instruction is None and row.text.rstrip(":") in (name, *others):
            is_own = row.text == f"{name}:"
        if is_own:
            yield row


def _is_padding(row: ListingRow) -> bool:
    return row.instruction is not None and row.instruction.root == "NOP"


def _sass_line(
    row: ListingRow, mangled: str, name: str, lines_of: Callable[[int], SourceLines]
) -> LevelLine:
    text = row.text.replace(mangled, name)
    if row.instruction is None:
        return LevelLine(text)
    return LevelLine(
        text,
        *lines_of(row.instruction.line),
        unit_of(row.instruction),
        row.address,
        access_of(row.instruction),
    )


def unit_of(instruction: Instruction) -> Unit:
    """What executes an instruction."""
    root = instruction.root
    mix = instruction_mix(instruction.name)
    units: Sequence[tuple[bool, Unit]] = (
        (root in MEMORY or root in OTHER_MEMORY, "memory"),
        (root in CONTROL, "control"),
        (mix.int32 > 0, "int32"),
        (mix.fp32 > 0, "fp32"),
        (mix.fp64 > 0, "fp64"),
        (mix.sfu > 0, "sfu"),
        (root.startswith("U") or root in ("R2UR", "S2UR"), "uniform"),
    )
    return next((unit for is_it, unit in units if is_it), "other")


def ptx_rows(ptx: str) -> Iterator[tuple[str, int]]:
    """The lines of PTX without comments and what debuggers read, each with its source line.

    The source is the file that the first `.loc` of the kernel names; what was put in from another
    file belongs to the line that it was put into. 0: of no line.
    """
    body = [row.rstrip() for row in ptx.splitlines() if not row.lstrip().startswith("//")]
    source = next((found[1] for row in body if (found := LOC.match(row))), "")
    line = 0
    shown = ""
    for row in body:
        if DEBUGGING.match(row):
            return
        if found := LOC.match(row):
            places = ((found[1], found[2]), (found[3], found[4]))
            line = next((int(number) for file, number in places if file == source), line)
        elif not FILE.match(row) and (row or shown):  # of several empty lines one
            yield row, line if row.startswith("\t") and row.endswith(";") else 0
            shown = row
