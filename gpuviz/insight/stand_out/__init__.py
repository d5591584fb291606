"""What stands out in a launch: where most of it is lost, each finding with the place to look at."""

from gpuviz.insight.stand_out.finding import Finding, FindingKind, FindingUnit
from gpuviz.insight.stand_out.findings import findings_by_part, nothing_found, stand_out

__all__ = [
    "Finding",
    "FindingKind",
    "FindingUnit",
    "findings_by_part",
    "nothing_found",
    "stand_out",
]
