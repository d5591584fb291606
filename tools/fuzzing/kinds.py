"""The kinds of inputs: how one is made from a seed, and what must hold, whatever it is."""

from __future__ import annotations

import importlib
import json
import random
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from gpuviz.messages import GpuvizError

LONGEST_SENTENCE = 4_000  # characters; all names that could be meant are in some


class Broken(Exception):
    """What must hold does not."""


class KindModule(Protocol):
    """What the module of a kind has."""

    def make(self, chance: random.Random) -> bytes:
        """One input: the content of a file, or words of a command line as JSON."""

    def judge(self, data: bytes, folder: Path, *, closely: bool) -> str:
        """Uses the input in an empty folder, and says in a word what became of it.

        Raises Broken, or lets out whatever gpuviz has let out. `closely`: also what takes long.
        """


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of inputs; its module is imported where it is used."""

    name: str
    module: str
    suffix: str
    limit_seconds: float  # that no case may take, on a machine that has much else to do
    more_bytes: int  # of memory, for each process
    closely: int  # one case of so many is looked at closely

    def load(self) -> KindModule:
        """Imports the module."""
        return cast("KindModule", importlib.import_module(self.module))

    def input_of(self, seed: int, number: int) -> bytes:
        """The input of that number, always the same one."""
        return self.load().make(random.Random(f"{self.name} {seed} {number}"))


KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("recordings", "tools.fuzzing.recording_files", ".gpuviz", 60, 1 << 30, 20),
        Kind("lessons", "tools.fuzzing.lessons", ".md", 60, 1 << 30, 1),
        Kind("devices", "tools.fuzzing.devices", ".toml", 60, 1 << 30, 1),
        Kind("settings", "tools.fuzzing.settings", ".json", 60, 1 << 30, 1),
        Kind("commands", "tools.fuzzing.commands", ".argv.json", 120, 4 << 30, 10),
    )
}


def sentence(error: GpuvizError) -> str:
    """What a refusal says; raises Broken where it is not one sentence."""
    return checked_sentence(str(error))


def checked_sentence(text: str) -> str:
    """The text, if it can be shown to somebody."""
    if not text.strip() or len(text) > LONGEST_SENTENCE:
        raise Broken(f"a sentence of {len(text)} characters: {text[:200]!r}")
    text.encode("utf-8", "surrogateescape")  # a lone surrogate comes from a file's name only
    return text


def one_json_object(text: str) -> None:
    """Raises Broken where a text is not one JSON object, as RFC 8259 has it."""
    try:
        found = json.loads(text, parse_constant=_refuse)
    except ValueError as error:
        raise Broken(f"this is no JSON ({error}): {text[:200]!r}") from None
    if not isinstance(found, dict):
        raise Broken(f"this is no JSON object: {text[:200]!r}")


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")


def emptied(folder: Path) -> Path:
    """The folder, without anything in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
