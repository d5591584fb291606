"""Races as they are found, and as they are reported: two accesses that nothing orders."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace

from gpuviz.launch import LaunchConfig
from gpuviz.simt.execution.control import ControlStack
from gpuviz.simt.hazards.messages import (
    FIRST_DOES,
    OTHER_DOES,
    RACE,
    RACE_OF_TURNS,
    LineNames,
    report_messages,
)
from gpuviz.simt.observe.recorder import Columns
from gpuviz.simt.races.gaps import AccessGap, gap
from gpuviz.simt.races.repairs import Race, Reach, repair
from gpuviz.trace.source import SPACES
from gpuviz.trace.trace import Hazard, MissingBarrier, RaceParty, Turn


@dataclass(frozen=True, slots=True)
class RacingAccess:
    """One access of a race: what was under way, and its step (see warp_step), if that is known."""

    stack: ControlStack
    step: int | None


@dataclass(frozen=True, slots=True)
class Encounter:
    """How two accesses met, in the order in which they were executed; None: not known any more."""

    before: RacingAccess | None
    after: RacingAccess | None
    together: bool  # in one execution of a statement


@dataclass(frozen=True, slots=True)
class Evidence:
    """The accesses of a race, that of `Race.thread` in front."""

    one: RacingAccess | None
    other: RacingAccess | None
    first: RaceParty | None  # None: both in one execution of a statement, or not known


def evidence(encounter: Encounter, one_came_first: bool) -> Evidence:
    """What is known of a race; whether the thread that it names first was there first."""
    before, after = encounter.before, encounter.after
    if one_came_first:
        return Evidence(before, after, None if encounter.together else "thread")
    return Evidence(after, before, None if encounter.together else "other_thread")


@dataclass(frozen=True, slots=True)
class RaceReport:
    """The races that are reported together: the first of them, the number and what holds of all."""

    order: tuple[int, ...]  # linear block and thread, the other: the lowest is kept
    race: Race  # with the count of all
    seen: Evidence

    def with_more(self, race: Race) -> RaceReport:
        """Another of them, which is not the first."""
        mine = self.race
        count, reach = mine.count + race.count, max(mine.reach, race.reach)
        return replace(self, race=replace(mine, count=count, reach=reach))

    def as_in(self, again: RaceReport | None) -> RaceReport:
        """The same in the order of another run, where that met the same two at the same element."""
        if again is not None and _who(again.race) == _who(self.race):
            return replace(self, seen=again.seen)
        one, other = (p and replace(p, step=None) for p in (self.seen.one, self.seen.other))
        return replace(self, seen=Evidence(one, other, None))

    def hazard(
        self, config: LaunchConfig, names: Callable[[Collection[str]], LineNames], kept: Columns
    ) -> Hazard:
        """What is reported; `kept` are the steps that were recorded."""
        race, seen, size = self.race, self.seen, config.block.size
        (block, thread), (other_block, other) = (
            (config.grid.index(t // size), config.block.index(t % size))
            for t in (race.thread, race.other)
        )
        gap = _gap(race, seen) if race.is_in_block(size) else None
        files = {race.place.file, race.other_place.file} | ({gap.after.file} if gap else set())
        named = names(files)
        values = {
            "line": named(*race.lines[0]),
            "other_line": named(*race.lines[1]),
            "thread": thread,
            "block": block,
            "other": other,
            "other_block": other_block,
            "array": race.array.name,
            "index": ", ".join(map(str, race.index)),
            "space": SPACES[race.array.space],
            "writes": FIRST_DOES[race.kind],
            "does": OTHER_DOES[race.other_kind],
        }
        words = RACE
        if gap is not None and gap.turns is not None:
            words, turns = RACE_OF_TURNS, gap.turns
            loop = named(gap.after.file, turns.loop)
            values |= {"turn": turns.one, "other_turn": turns.other, "loop": loop}
        return Hazard(
            "race",
            race.array.space,
            race.array.name,
            race.index,
            race.place.line,
            race.other_place.line,
            block,
            thread,
            other_block,
            other,
            race.count,
            *report_messages("hazard.race", words, values, repair(race, size, gap, named)),
            race.kind,
            race.other_kind,
            _turns(seen.one),
            _turns(seen.other),
            _row(seen.one, kept),
            _row(seen.other, kept),
            seen.first,
            None if race.reach is Reach.GRID else _missing(race, gap),
            race.place.file,
            race.other_place.file,
        )


def _who(race: Race) -> tuple[object, ...]:
    return race.thread, race.other, race.index


def _gap(race: Race, seen: Evidence) -> AccessGap | None:
    if seen.one is None or seen.other is None:
        return None
    return gap(seen.one.stack, race.place, seen.other.stack, race.other_place)


def _turns(party: RacingAccess | None) -> tuple[Turn, ...] | None:
    if party is None:
        return None
    return tuple(
        Turn(at.construct.line, at.turn) for at in party.stack if at.construct.kind == "loop"
    )


def _row(party: RacingAccess | None, kept: Columns) -> int | None:
    return None if party is None else kept.row_of(party.step)


def _missing(race: Race, gap: AccessGap | None) -> MissingBarrier | None:
    if gap is None or gap.is_within_a_line:
        return None
    after, file = gap.after.last_line, gap.after.file
    if gap.turns is None:
        return MissingBarrier(after, gap.before.line, file=file)
    before = race.place if gap.swapped else race.other_place
    return MissingBarrier(after, before.line, gap.turns.loop, file)
