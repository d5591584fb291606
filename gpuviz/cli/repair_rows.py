"""What a terminal says of a repair that was tried: the sentence, what was found, and its lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from gpuviz.texts import tr


def repair_rows(
    repair: Mapping[str, Any] | None, why_no_repair: str, told: set[str]
) -> Iterator[tuple[str, str]]:
    """Labels and lines, of the object that `--json` has for a repair.

    `told` holds the diffs above it, and takes this one.
    """
    from gpuviz.repair.search import Tried
    from gpuviz.repair.words import tried_words

    if repair is None:
        yield tr("repair"), tr("none: {why}").format(why=why_no_repair)
        return
    if repair["diff"] in told:
        words = tr("the same as above: {repair}")
        yield tr("repair"), words.format(repair=repair["message"])
        return
    told.add(repair["diff"])
    tried = Tried(**repair["tried"])
    yield tr("repair"), repair["message"]
    yield tr("tried"), tried_words(tried.hazards, tried.new_hazards, tried.correct).text
    for line in repair["diff"].splitlines():
        yield "", f"  {line}".rstrip()
