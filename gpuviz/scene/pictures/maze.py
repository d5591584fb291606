"""Arrows on the ground of a maze: where an agent that follows them comes to, move by move."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Field = tuple[int, int]
MOVES: tuple[Field, ...] = ((-1, 0), (0, 1), (1, 0), (0, -1))  # up, right, down, left
FREE, WALL, GOAL = ".#G"


@dataclass(frozen=True, slots=True)
class Walk:
    """The fields of an agent, the first one where it begins; `arrives`: the last is the goal."""

    fields: tuple[Field, ...]
    arrives: bool


def longest_walk(policy: NDArray[np.integer], maze: tuple[str, ...]) -> Walk:
    """The longest of those that come to the goal; where none does, that from the field which is
    farthest from it.
    """
    free = [(r, c) for r, row in enumerate(maze) for c, one in enumerate(row) if one == FREE]
    walks = [walk_from(policy, maze, field) for field in free]
    arriving = [walk for walk in walks if walk.arrives]
    if not arriving:
        return walk_from(policy, maze, farthest(maze))
    return max(arriving, key=lambda walk: len(walk.fields))


def goal_of(maze: tuple[str, ...]) -> Field | None:
    """Where the goal is."""
    found = [(r, row.index(GOAL)) for r, row in enumerate(maze) if GOAL in row]
    return found[0] if found else None


def walk_from(policy: NDArray[np.integer], maze: tuple[str, ...], start: Field) -> Walk:
    """Where the arrows lead until the goal, or until a field comes again: a move into a wall or
    out of the maze leads nowhere.
    """
    goal, here = goal_of(maze), start
    fields = [here]
    while here != goal:
        action = int(policy[here]) if np.isfinite(policy[here]) else -1
        if action not in range(len(MOVES)):
            return Walk(tuple(fields), False)
        here = moved(maze, here, action)
        again = here in fields
        fields.append(here)
        if again:
            return Walk(tuple(fields), False)
    return Walk(tuple(fields), True)


def moved(maze: tuple[str, ...], here: Field, action: int) -> Field:
    """The field that a move leads to."""
    row, column = here[0] + MOVES[action][0], here[1] + MOVES[action][1]
    inside = 0 <= row < len(maze) and 0 <= column < len(maze[0])
    return (row, column) if inside and maze[row][column] != WALL else here


def farthest(maze: tuple[str, ...]) -> Field:
    """The free field with the longest shortest way to the goal; the first one without a goal."""
    free = [(r, c) for r, row in enumerate(maze) for c, one in enumerate(row) if one == FREE]
    goal = goal_of(maze)
    if goal is None or not free:
        return free[0] if free else (0, 0)
    away, waiting = {goal: 0}, deque([goal])
    while waiting:
        here = waiting.popleft()
        for action in range(len(MOVES)):
            there = moved(maze, here, action)
            if there not in away:
                away[there] = away[here] + 1
                waiting.append(there)
    reached = [field for field in free if field in away]
    return max(reached, key=lambda field: away[field], default=free[0])
