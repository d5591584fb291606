"""What chance puts where something else belongs: texts, numbers, other bytes, other lines."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

ODD_NUMBERS = (-1, 0, 1, 2, 33, 99, 100, 10**6, 2**31 - 1, 2**31, 2**63, 2**64, 10**30, 10**300)
ODD_TEXTS = (
    *(
        "",
        " ",
        "\t",
        "\0",
        "\x1b[31m",
        "\x7f",
        "\u202e",
        "\u2028",
        "\x85",
        "\ufeff",
        "—",
        "：",
        "？",
    ),
    *("<img src='file:///dev/zero'>", "<b>", "&lt;", "[a](file:///etc)", "![](/dev/zero)", "```"),
    *(
        "../../etc/passwd",
        "../x.py",
        "/dev/null",
        "C:\\x",
        "\\\\host\\x",
        "~",
        "x" * 300,
        "CON",
        ".",
    ),
    *("٣", "²", "Ⅷ", "１２", "1_000", "1 000", "1,000", "1.5", "1e3", "1e400", "-1", "+1", "0x10"),
    *("nan", "inf", "-inf", "9" * 20, "9" * 400, "9" * 5000, "2^64", "2**999", "0", "00", "-0"),
    *("{}", "{0}", "{a.real}", "{n:99999999}", "%s", "%n", "$HOME", "`x`", "'", '"', '""', "\\"),
    *(
        "=",
        "a=b",
        ";",
        ";;",
        "|",
        "*",
        ":",
        "#",
        "---",
        "##",
        "and",
        " and ",
        "in",
        "1..2",
        "..",
        ",",
    ),
    *("auto", "start", "end", "grid", "yes", "no", "on", "off", "None", "True", "null", "🙂" * 40),
)
SURROGATE = "\ud800"
CUTS = (
    b"",
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\r",
    b"\r\n",
    b"\x1a",
    b'"',
)

Text: TypeAlias = str
Lines: TypeAlias = list[str]


def odd_text(chance: random.Random) -> str:
    """One of the texts above, or two of them in a row."""
    return "".join(chance.choices(ODD_TEXTS, k=chance.choice((1, 1, 1, 2))))


def odd_value(chance: random.Random) -> Any:
    """A value as JSON and TOML have them, nested now and then."""
    kind = chance.randrange(8)
    if kind < 3:
        return chance.choice(ODD_NUMBERS) * chance.choice((1, 1, -1))
    if kind < 5:
        return odd_text(chance)
    if kind == 5:
        return chance.choice((True, False, 1.5, -0.0, 1e308, float("nan"), float("inf"), [], {}))
    if kind == 6:
        return [odd_value(chance) for _ in range(chance.randrange(5))]
    return {odd_text(chance): odd_value(chance) for _ in range(chance.randrange(3))}


def odd_bytes(data: bytes, chance: random.Random) -> bytes:
    """The bytes cut, doubled, turned over, or with others among them."""
    first, last = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    part = data[first:last]
    changes: Sequence[Callable[[], bytes]] = (
        lambda: data[:first],
        lambda: data[first:],
        lambda: data[:first] + data[last:],
        lambda: data[:last] + part + data[last:],
        lambda: data[:first] + part[::-1] + data[last:],
        lambda: data[:first] + chance.choice(CUTS) + data[first:],
        lambda: data[:first] + chance.randbytes(chance.choice((1, 4, 64))) + data[first + 1 :],
        lambda: data.replace(b"\n", chance.choice((b"\r\n", b"\r", b"\0", b"\n\n", b""))),
        lambda: data.decode("utf-8", "replace").encode(chance.choice(("utf-16", "utf-8-sig"))),
        lambda: data + part * chance.choice((1, 10)),
        lambda: chance.choice((b"", b"\n", b"\0" * 4096, b"[" * 60_000, b'{"a":' * 20_000)),
    )
    return chance.choice(changes)()


def odd_lines(lines: Lines, chance: random.Random) -> Lines:
    """The lines with some of them missing, twice, exchanged, joined or indented."""
    if not lines:
        return lines
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    changes: Sequence[Callable[[], Lines]] = (
        lambda: lines[:at] + lines[at + 1 :],
        lambda: [*lines[:at], lines[other], *lines[at:]],
        lambda: [*lines[:at], *[lines[at]] * chance.choice((2, 50)), *lines[at + 1 :]],
        lambda: [*lines[:at], lines[at] + lines[other], *lines[at + 1 :]],
        lambda: [*lines[:at], chance.choice((" ", "  ", "\t", "> ")) + lines[at], *lines[at + 1 :]],
        lambda: [*lines[:at], odd_text(chance), *lines[at + 1 :]],
        lambda: [*lines[:at], lines[at] + odd_text(chance), *lines[at + 1 :]],
        lambda: chance.sample(lines, len(lines)),
    )
    return chance.choice(changes)()
