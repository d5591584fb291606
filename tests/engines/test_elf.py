"""The reader of cubins, on files that are none and on one made by hand."""

from __future__ import annotations

import struct

import pytest

from gpuviz.engines.cuda_gpu.elf import (
    ATTRIBUTE,
    ENTRY,
    FRAME_SIZE,
    MAGIC,
    REGCOUNT,
    RESERVED,
    SECTION,
    SVAL,
    SYMBOL,
    SYMBOL_AND_VALUE,
    KernelNeeds,
    kernel_needs,
)

HEADER_BYTES = 64


def attribute(number: int, symbol: int, value: int) -> bytes:
    return ATTRIBUTE.pack(SVAL, number, 8) + SYMBOL_AND_VALUE.pack(symbol, value)


def table(names: list[str]) -> tuple[bytes, list[int]]:
    """A string table and where each name stands in it."""
    text, places = b"\0", []
    for name in names:
        places.append(len(text))
        text += name.encode() + b"\0"
    return text, places


def elf(symbols: list[tuple[str, int]], info: bytes, shared: dict[str, int]) -> bytes:
    """A file with these symbols (name, st_other), attributes, and sizes of shared sections."""
    names, name_places = table([name for name, _ in symbols])
    rows = [
        SYMBOL.pack(at, 0, other, 0, 0, 0)
        for at, (_, other) in zip(name_places, symbols, strict=True)
    ]
    contents = {".symtab": b"".join(rows), ".strtab": names, ".nv.info": info}
    section_names = [*contents, *shared, ".shstrtab"]
    contents[".shstrtab"], places = table(section_names)
    sections, body, at = [], b"", HEADER_BYTES
    for name, place in zip(section_names, places, strict=True):
        content = contents.get(name, b"")
        size = shared.get(name, len(content))
        sections.append(SECTION.pack(place, 1, 0, 0, at, size, 0, 0, 1, 0))
        body, at = body + content, at + len(content)
    counts = struct.pack("<HHH", SECTION.size, len(sections), len(sections) - 1)
    header = MAGIC.ljust(0x28, b"\0") + struct.pack("<Q", at)
    return header.ljust(0x3A, b"\0") + counts + body + b"".join(sections)


def test_registers_shared_memory_and_frame_are_those_of_the_kernel() -> None:
    no_value = ATTRIBUTE.pack(1, 0x50, 0)
    info = (
        attribute(REGCOUNT, 1, 7)
        + no_value
        + attribute(REGCOUNT, 2, 44)
        + attribute(FRAME_SIZE, 2, 256)
    )

    file = elf([("", 0), ("helper", 0), ("k", ENTRY)], info, {".nv.shared.k": 2048})

    assert kernel_needs(file) == KernelNeeds(44, 2048, 256)


def test_what_the_system_keeps_of_shared_memory_is_not_the_kernels() -> None:
    symbols = [("", 0), ("k", ENTRY), (RESERVED, 0)]
    info = attribute(REGCOUNT, 1, 32)

    assert kernel_needs(elf(symbols, info, {".nv.shared.k": 3072})).shared_bytes == 2048
    assert kernel_needs(elf(symbols, info, {})).shared_bytes == 0


@pytest.mark.parametrize("kernels", [0, 2])
def test_a_file_without_exactly_one_kernel_is_refused(kernels: int) -> None:
    symbols = [("", 0)] + [(f"k{n}", ENTRY) for n in range(kernels)]

    with pytest.raises(ValueError, match=f"there are {kernels}"):
        kernel_needs(elf(symbols, b"", {}))


def test_what_is_no_elf_file_is_refused() -> None:
    with pytest.raises(ValueError, match="no ELF file"):
        kernel_needs(b"#!/bin/sh\n" * 20)
