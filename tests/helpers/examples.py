"""Properties, of which the quick suite tries some examples, and `--all` the rest."""

from __future__ import annotations

from hypothesis import settings


def examples(count: int) -> int:
    """How often a property is tried: so often with `--all`, else a part of it, at least 5."""
    return max(5, count * settings().max_examples // 100)
