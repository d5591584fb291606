"""Reads what a compiled kernel needs out of a cubin: an ELF-64 file with sections of NVIDIA's.

The file format is that of the System V ABI, chapter 4. Sections named `.nv.info` hold attributes:
a format byte, an attribute byte, and two bytes that with the format SVAL are the length of what
follows. `cuobjdump -elf` of the CUDA toolkit prints them by these names.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass

MAGIC = b"\x7fELF\x02\x01"  # 64 bits, little endian
SECTIONS_AT, COUNTS_AT = 0x28, 0x3A  # in the file header: e_shoff; e_shentsize, e_shnum, e_shstrndx
SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")
ATTRIBUTE = struct.Struct("<BBH")
SYMBOL_AND_VALUE = struct.Struct("<II")

SVAL = 0x04
REGCOUNT, FRAME_SIZE = 0x2F, 0x11  # EIATTR_REGCOUNT, EIATTR_FRAME_SIZE: (symbol, value)
ENTRY = 0x10  # STO_CUDA_ENTRY in a symbol's st_other: a kernel, not a function that it calls

RESERVED = ".nv.reservedSmem.offset0"
RESERVED_BYTES = 1024
"""From compute capability 9.0 on a block's shared memory holds also what the system keeps of it
(CUDA C++ Programming Guide, table of technical specifications); a symbol tells."""


@dataclass(frozen=True, slots=True)
class KernelNeeds:
    """What one kernel needs; bytes of a block's static shared memory and of a thread's frame."""

    registers: int
    shared_bytes: int
    frame_bytes: int


@dataclass(frozen=True, slots=True)
class _Section:
    name: str
    size: int
    content: bytes


@dataclass(frozen=True, slots=True)
class _Symbol:
    row: int
    name: str
    is_kernel: bool


def kernel_needs(cubin: bytes) -> KernelNeeds:
    """What the only kernel of `cubin` needs. Raises ValueError for anything else."""
    needs = needs_by_kernel(cubin)
    if len(needs) != 1:
        raise ValueError(f"one kernel was expected, there are {len(needs)}")
    return next(iter(needs.values()))


def needs_by_kernel(cubin: bytes) -> dict[str, KernelNeeds]:
    """What the kernels of `cubin` need, by the names that they have there. Raises ValueError."""
    if not cubin.startswith(MAGIC):
        raise ValueError("this is no ELF file of 64 bits")
    sections = {section.name: section for section in _sections(cubin)}
    symbols = list(_symbols(sections[".symtab"].content, sections[".strtab"].content))
    attributes = list(_attributes(sections[".nv.info"].content))
    reserved = RESERVED_BYTES if any(symbol.name == RESERVED for symbol in symbols) else 0
    found = {}
    for kernel in (symbol for symbol in symbols if symbol.is_kernel):
        values = {what: value for what, symbol, value in attributes if symbol == kernel.row}
        shared = sections.get(f".nv.shared.{kernel.name}")
        static = shared.size - reserved if shared else 0
        found[kernel.name] = KernelNeeds(values.get(REGCOUNT, 0), static, values.get(FRAME_SIZE, 0))
    return found


def _sections(file: bytes) -> Iterator[_Section]:
    (start,) = struct.unpack_from("<Q", file, SECTIONS_AT)
    step, count, names_row = struct.unpack_from("<HHH", file, COUNTS_AT)
    rows = [SECTION.unpack_from(file, start + row * step) for row in range(count)]
    names_at = rows[names_row][4]
    for name, _, _, _, offset, size, *_ in rows:
        yield _Section(_text(file, names_at + name), size, file[offset : offset + size])


def _symbols(table: bytes, names: bytes) -> Iterator[_Symbol]:
    for row, (name, _, other, *_) in enumerate(SYMBOL.iter_unpack(table)):
        yield _Symbol(row, _text(names, name), bool(other & ENTRY))


def _attributes(info: bytes) -> Iterator[tuple[int, int, int]]:
    """(attribute, symbol, value) of all that have a symbol and a value."""
    at = 0
    while at < len(info):
        form, attribute, length = ATTRIBUTE.unpack_from(info, at)
        at += ATTRIBUTE.size
        if form != SVAL:
            continue
        if length == SYMBOL_AND_VALUE.size:
            yield attribute, *SYMBOL_AND_VALUE.unpack_from(info, at)
        at += length


def _text(table: bytes, start: int) -> str:
    return table[start : table.index(b"\0", start)].decode()
