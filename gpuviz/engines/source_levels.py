"""One kernel on four levels, line by line: Python, CUDA C, and what compilers make: PTX, SASS.

Each line says for which lines of the other sources it stands, so that a line that is chosen on one
level can be lit on all. Python and CUDA C are read here, from the files; what has to be compiled is
made in a worker process (`gpuviz.worker.jobs.ReadCompiledLevels`) by `cuda_gpu.levels`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from gpuviz.engines.compiled_kernel import AccessCount
from gpuviz.engines.probe import can_compile, can_link, find_disassembler
from gpuviz.extras import install_command
from gpuviz.messages import EnglishTemplate, Message, NotSupportedError
from gpuviz.operation import OperationInfo, describe

if TYPE_CHECKING:
    from gpuviz.engines.cuda_c import TwinRow

LevelName = Literal["python", "cuda", "ptx", "sass"]
Language = Literal["python", "cuda"]
Unit = Literal["int32", "fp32", "fp64", "sfu", "memory", "control", "uniform", "other"]
"""What executes an instruction, as `sass_units` has it; "memory": loads, stores and atomics."""

LANGUAGES: tuple[Language, ...] = get_args(Language)

NO_COMPILER = "levels.no-compiler"


@dataclass(frozen=True, slots=True)
class LevelLine:
    """A line of a level, and the lines of the sources it stands for, from 1, ascending."""

    text: str
    python_lines: tuple[int, ...] = ()  # of the operation's file
    c_lines: tuple[int, ...] = ()  # of its twin in CUDA C
    unit: Unit | None = None  # of an instruction of SASS; None: the line is none
    address: int | None = None  # of an instruction of SASS, in bytes from where its function begins
    access: AccessCount | None = None  # of an instruction that loads, stores or changes memory


@dataclass(frozen=True, slots=True)
class SourceLevel:
    """One level of one kernel. What it needs is known of SASS; elsewhere None."""

    level: LevelName
    language: Language  # what it was made of
    lines: tuple[LevelLine, ...]
    registers: int | None = None  # of a thread
    compiled_for: str = ""  # a compute capability, "9.0"; "" where nothing is compiled
    shared_bytes: int | None = None  # of a block, static
    local_bytes: int | None = None  # of a thread: its local arrays, and what was spilled

    def instructions_by_unit(self) -> dict[Unit, int]:
        """How many instructions of SASS each unit has, of those that are there once."""
        return dict(Counter(line.unit for line in self.lines if line.unit is not None))


@dataclass(frozen=True, slots=True)
class CompiledLevels:
    """PTX and SASS of a kernel in both languages; `why_not` says by language what is missing."""

    levels: tuple[SourceLevel, ...]
    why_not: Mapping[Language, Message] = field(default_factory=dict, hash=False)

    @property
    def languages(self) -> tuple[Language, ...]:
        """Those that something was made of."""
        return tuple(one for one in LANGUAGES if any(x.language == one for x in self.levels))

    def find(self, level: LevelName, language: Language) -> SourceLevel:
        """Raises NotSupportedError where it was not made."""
        for one in self.levels:
            if (one.level, one.language) == (level, language):
                return one
        raise NotSupportedError(self.why_not[language])


@dataclass(frozen=True, slots=True)
class LaunchedKernel:
    """A kernel that a pipeline has launched, and the types that it was given.

    `arrays`: name, dtype and dimensions; `scalars`: name and value.
    """

    file: Path  # where it stands: the pipeline's file, or one beside it
    name: str
    arrays: tuple[tuple[str, str, int], ...]
    scalars: tuple[tuple[str, object], ...]


def python_level(info: OperationInfo) -> SourceLevel:
    """The file of an operation, or its twin in Python. Raises GpuvizError for none."""
    file = python_file_of(info)
    if file is None:
        raise NotSupportedError(no_python(info.path))
    source = info.source if file == info.path else describe(file).source
    c_lines = c_lines_of(c_rows(info))
    rows = enumerate(source.splitlines(), 1)
    lines = (LevelLine(row, (number,), c_lines.get(number, ())) for number, row in rows)
    return SourceLevel("python", "python", tuple(lines))


def cuda_level(info: OperationInfo, launched: LaunchedKernel | None = None) -> SourceLevel:
    """An operation in CUDA C, or its twin, without ties; of a pipeline's launch that of its kernel.

    Raises NotSupportedError for none.
    """
    rows = c_rows(info) if launched is None else rows_beside(launched.file)
    if not rows:
        raise NotSupportedError(no_twin(info.path if launched is None else launched.file))
    lines = (LevelLine(row.code, row.python_lines, (number,)) for number, row in enumerate(rows, 1))
    return SourceLevel("cuda", "cuda", tuple(lines))


def python_file_of(info: OperationInfo) -> Path | None:
    """The file in Python of an operation; of CUDA C its twin, None without one."""
    return info.path if info.c_launch is None else info.twin_path


def twin_file_of(info: OperationInfo) -> Path | None:
    """The file in CUDA C of an operation, or its twin; None without one."""
    from gpuviz.engines.cuda_c import twin_of

    return twin_of(info.path) if info.c_launch is None else info.path


def c_rows(info: OperationInfo) -> list[TwinRow]:
    """The lines of an operation in CUDA C, or of its twin; none without one."""
    from gpuviz.engines.cuda_c import python_functions, read_program, read_twin

    if info.c_launch is None:
        return twin_rows(info)
    if info.twin_path is None:
        return read_program(info.path)
    return read_twin(info.path, python_functions(info.twin_path))


def twin_rows(info: OperationInfo) -> list[TwinRow]:
    """The lines of an operation's twin; none without one.

    Those of a kernel that another file holds stand for no line of this one.
    """
    return rows_beside(info.path)


def rows_beside(path: Path) -> list[TwinRow]:
    """The lines of the twin of a file in Python; none without one."""
    from gpuviz.engines.cuda_c import python_functions, read_twin, twin_of

    twin = twin_of(path)
    if twin is None:
        return []
    functions = python_functions(path)
    own = {name: one for name, one in functions.items() if one.path == path}
    return read_twin(twin, own)


def c_lines_of(rows: list[TwinRow]) -> dict[int, tuple[int, ...]]:
    """The lines of a twin by the line of Python that they stand for."""
    found: dict[int, list[int]] = {}
    for number, row in enumerate(rows, 1):
        for line in row.python_lines:
            found.setdefault(line, []).append(number)
    return {line: tuple(numbers) for line, numbers in found.items()}


def no_twin(path: Path) -> Message:
    """That a kernel has no twin in CUDA C."""
    template = "{file} has no twin in CUDA C: {twin} is looked for beside it and in a folder cuda."
    return Message("levels.no-twin", template, {"file": path.name, "twin": f"{path.stem}.cu"})


def no_python(path: Path) -> Message:
    """That a kernel in CUDA C has no twin in Python."""
    template = "{file} has no twin in Python: it runs as it is."
    return Message("levels.no-python", template, {"file": path.name})


def no_compiler() -> Message:
    """What to install."""
    template = "PTX and SASS need NVIDIA's compiler: {command} brings it; it needs no GPU."
    return Message(NO_COMPILER, template, {"command": install_command("cuda13")})


def refusal(info: OperationInfo, launched: LaunchedKernel | None = None) -> Message | None:
    """Why PTX and SASS of an operation are not made here; None: they can be."""
    if info.is_script:
        template: EnglishTemplate = (
            "{file} is a script: PTX and SASS are shown of a file with one kernel and its inputs."
        )
        return Message("levels.script", template, {"file": info.path.name})
    if info.is_pipeline and launched is None:
        template = "{file} launches several kernels: PTX and SASS are shown of the file of one."
        return Message("levels.pipeline", template, {"file": info.path.name})
    if not (can_compile() and can_link()):
        return no_compiler()
    if find_disassembler() is None:
        template = (
            "SASS is printed by NVIDIA's nvdisasm: pip install nvidia-cuda-nvdisasm brings it; it"
            " needs no GPU."
        )
        return Message("levels.no-disassembler", template)
    return None
