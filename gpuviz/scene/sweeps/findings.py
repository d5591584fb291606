"""What a sweep shows, in sentences: who is faster from where on, which block is best, what is
wrong, and which of the times are measured.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.bench.best_block import block_words
from gpuviz.bench.crossing import crossing
from gpuviz.bench.crossing_words import crossing_words
from gpuviz.bench.points import SweepPoint
from gpuviz.bench.trust_words import trust_words
from gpuviz.messages import Message
from gpuviz.scene.facts import Note
from gpuviz.scene.numbers import sizes_text, whole
from gpuviz.scene.stage.words import shape_name
from gpuviz.scene.sweeps.outcome import SweepOutcome, good_points
from gpuviz.texts import rich, say, tr

MOST_TOLD = 3  # blocks or reasons in one sentence


def findings(outcome: SweepOutcome) -> tuple[Note, ...]:
    """The most important first."""
    good = good_points(outcome)
    told = _of_blocks(good) if outcome.kind == "blocks" else _of_sizes(outcome, good)
    notes = [Note(rich(say(message))) for message in told]
    trust = trust_words(outcome.request, outcome.points)
    sure = [Note(rich(say(message)), "muted") for message in trust]
    return (*_wrong(outcome), *notes, *_refused(outcome), *_disturbed(outcome), *sure)


def _of_sizes(outcome: SweepOutcome, good: Sequence[SweepPoint]) -> tuple[Message, ...]:
    """From which size on the GPU is faster; nothing where the CPU is not timed."""
    if not any(point.times for point in good) or not _has_cpu(outcome):
        return ()
    return crossing_words(crossing(good), outcome.info.size_names)


def _of_blocks(good: Sequence[SweepPoint]) -> tuple[Message, ...]:
    """Which block is the best: there have to be two to say so."""
    return block_words(good) if len(good) > 1 else ()


def _block(outcome: SweepOutcome, index: int) -> str:
    return shape_name(outcome.request.blocks[index])


def _wrong(outcome: SweepOutcome) -> list[Note]:
    wrong = [point for point in outcome.points if not point.is_good]
    if not wrong:
        return []
    names = ", ".join(_name(outcome, point.index) for point in wrong[:MOST_TOLD])
    more = " …" if len(wrong) > MOST_TOLD else ""
    template = tr("Wrong results or hazards at {places}{more}: their times count for nothing.")
    return [Note(rich(template.format(places=names, more=more)), "hazard")]


def _refused(outcome: SweepOutcome) -> list[Note]:
    """Each reason once, with how often it was one."""
    reasons: dict[str, list[str]] = {}
    for point in outcome.points:
        if point.message is not None:
            reasons.setdefault(say(point.message), []).append(_name(outcome, point.index))
    notes = []
    for reason, names in list(reasons.items())[:MOST_TOLD]:
        more = " …" if len(names) > MOST_TOLD else ""
        template = tr("{places}{more}: {reason}")
        shown = ", ".join(names[:MOST_TOLD])
        text = template.format(places=shown, more=more, reason=reason)
        notes.append(Note(rich(text)))
    return notes


def _disturbed(outcome: SweepOutcome) -> list[Note]:
    """Why figures may be off, each sentence once."""
    found: dict[str, Message] = {}
    for point in outcome.points:
        told = point.times.disturbances if point.times else ()
        cpu = (*point.cpu.messages, *point.cpu.disturbances) if point.cpu else ()
        found |= {message.code: message for message in (*told, *cpu)}
    return [Note(rich(say(message)), "muted") for message in list(found.values())[:MOST_TOLD]]


def _name(outcome: SweepOutcome, index: int) -> str:
    """The size or the block of a point."""
    if outcome.kind == "blocks":
        return _block(outcome, index)
    x = outcome.x_of(index)
    return whole(round(x)) if sum(outcome.grows) else sizes_text(outcome.request.sizes[index])


def _has_cpu(outcome: SweepOutcome) -> bool:
    return any(point.cpu is not None for point in outcome.points)
