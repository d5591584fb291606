"""Zips that are no honest ones: cut off, growing when they are unpacked, overlapping, lying."""

from __future__ import annotations

import io
import random
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Mapping

from tools.fuzzing.members import MANIFEST, Members

ENTRY = re.compile(b"PK\x01\x02")  # of the directory at the end: APPNOTE.TXT 6.3.10, 4.3.12
PACKED_AT, UNPACKED_AT, START_AT = 20, 24, 42  # of an entry: sizes, and where its member begins


def zipped(members: Mapping[str, bytes], packing: int = zipfile.ZIP_STORED) -> bytes:
    """A zip of these members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", packing) as file:
        for name, data in members.items():
            file.writestr(zipfile.ZipInfo(name), data, packing)
    return buffer.getvalue()


def cut_off(members: Members, chance: random.Random) -> bytes:
    """The end is missing."""
    data = zipped(members)
    return data[: chance.randrange(len(data))]


def with_other_bytes(members: Members, chance: random.Random) -> bytes:
    """Some bytes of the file become others."""
    data = bytearray(zipped(members, chance.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])))
    for _ in range(chance.choice([1, 1, 4, 40])):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def growing(members: Members, chance: random.Random) -> bytes:
    """A member of a few hundred kilobytes unpacks to hundreds of megabytes."""
    name = chance.choice(sorted(members))
    size = chance.choice([200, 400]) << 20
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for other, data in members.items():
            if other != name:
                file.writestr(zipfile.ZipInfo(other), data)
        with file.open(name, "w", force_zip64=True) as member:
            member.write(members[name])
            for _ in range(size >> 20):
                member.write(bytes(1 << 20))
    return buffer.getvalue()


def lying(members: Members, chance: random.Random) -> bytes:
    """A member says that it is small, and unpacks to hundreds of megabytes."""
    return _with_directory(
        growing(members, chance), lambda entry: _put(entry, UNPACKED_AT, chance.randrange(5000))
    )


def overlapping(members: Members, chance: random.Random) -> bytes:
    """All entries of the directory lead to the same member, the longest."""
    data = zipped(members)
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        longest = max(file.infolist(), key=lambda info: info.file_size)

    def change(entry: bytearray) -> None:
        _put(entry, PACKED_AT, longest.compress_size)
        _put(entry, UNPACKED_AT, longest.file_size)
        _put(entry, START_AT, longest.header_offset)

    return _with_directory(data, change)


def crowded(members: Members, chance: random.Random) -> bytes:
    """Tens of thousands of members, all empty."""
    more = {f"{n}.npy": b"" for n in range(chance.choice([20_000, 60_000]))}
    return zipped({**members, **more})


def with_names_twice(members: Members, chance: random.Random) -> bytes:
    """A member is there twice, with two contents."""
    name = chance.choice(sorted(members))
    buffer = io.BytesIO(zipped(members))
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "a") as file:
        warnings.simplefilter("ignore")
        file.writestr(zipfile.ZipInfo(name), members[chance.choice(sorted(members))])
    return buffer.getvalue()


def nested(members: Members, chance: random.Random) -> bytes:
    """A zip in a zip, and packed data in the place of a manifest."""
    inner = zipped(members, zipfile.ZIP_DEFLATED)
    return zipped({**members, MANIFEST: chance.choice([inner, zlib.compress(bytes(1 << 24))])})


def _with_directory(data: bytes, change: Callable[[bytearray], None]) -> bytes:
    """The zip with each entry of its directory changed."""
    changed = bytearray(data)
    (directory,) = struct.unpack_from("<I", data, len(data) - 6)
    for found in ENTRY.finditer(data, directory):
        entry = changed[found.start() : found.start() + 46]
        change(entry)
        changed[found.start() : found.start() + 46] = entry
    return bytes(changed)


def _put(entry: bytearray, offset: int, number: int) -> None:
    struct.pack_into("<I", entry, offset, number)


MUTATIONS: dict[str, Callable[[Members, random.Random], bytes]] = {
    "cut off": cut_off,
    "other bytes of the zip": with_other_bytes,
    "growing": growing,
    "lying": lying,
    "overlapping": overlapping,
    "crowded": crowded,
    "names twice": with_names_twice,
    "nested zips": nested,
}
