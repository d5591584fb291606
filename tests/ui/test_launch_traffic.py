"""Memory traffic beside the stage, in words."""

from __future__ import annotations

import pytest

from gpuviz.insight.traffic import SiteTraffic
from gpuviz.scene.launch.run_facts import traffic_facts
from gpuviz.trace import Site
from gpuviz.trace.source import AccessKind, Space


@pytest.mark.parametrize(
    ("space", "kind", "units", "share", "words"),
    [
        ("global", "read", 8, 0.5, "8 sectors · 50\u202f% used"),
        ("global", "read", 8, None, "8 sectors · 4.0 a request"),
        ("global", "atomic", 64, None, "64 threads"),
        ("shared", "write", 2, None, "2 wavefronts · 1 each"),
        ("local", "read", 0, None, "2 requests"),
        ("constant", "read", 0, None, "2 requests"),
    ],
)
def test_a_site_is_told_by_what_its_memory_is_counted_in(
    space: Space, kind: AccessKind, units: int, share: float | None, words: str
) -> None:
    site = Site(0, 3, 4, "a", space, kind, 4)

    facts = traffic_facts((SiteTraffic(site, "a[i]", 2, units, share),))

    assert [fact.value for fact in facts] == [words]
