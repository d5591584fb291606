"""Names that stand in tables and JSON, in the words of a report for a person: in English mostly the
names themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from gpuviz.cli.language import spoken_language
from gpuviz.messages import both, word
from gpuviz.texts import say, told, tr

if TYPE_CHECKING:
    from gpuviz.trace.prediction import Resource


def kind_text(kind: str) -> str:
    """A kind in the words of a report: its own name in English."""
    kinds = {
        "out-of-bounds": tr("out-of-bounds"),
        "race": tr("race"),
        "uninitialized": tr("uninitialized"),
        "barrier-divergence": tr("barrier-divergence"),
    }
    return kinds.get(kind, kind)


def limiter_text(limiter: Resource) -> str:
    """What limits a time, in a column of a table: its own name in English."""
    from gpuviz.model.words import NAMES

    return limiter if spoken_language() == "en" else say(word(NAMES[limiter]))


def limits_text(names: Sequence[str]) -> str:
    """What keeps an SM from holding more blocks: "warps and registers"."""
    words = {
        "warps": tr("warps"),
        "blocks": tr("blocks"),
        "registers": tr("registers"),
        "shared": tr("shared"),
    }
    return told(both([words.get(name, name) for name in names]))


def source_text(source: str) -> str:
    """Where a number of registers comes from."""
    words = {"assumed": tr("assumed"), "compiled": tr("compiled"), "measured": tr("measured")}
    return words.get(source, source)
