"""The numbers of all cards as a table."""

from __future__ import annotations

import numpy as np

from gpuviz.scene.charts.table import Table
from gpuviz.scene.pictures.content import Card

HEAD = ("array", "index", "value")


def values_table(cards: tuple[Card, ...]) -> Table:
    """A row for each element of each array."""
    rows = [HEAD]
    for card in cards:
        for index in np.ndindex(card.array.shape):
            value = card.array[index].item()
            rows.append((card.name, " ".join(map(str, index)), repr(value)))
    return tuple(rows)
