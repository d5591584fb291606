"""Where somebody stands in a lesson, and what they have done that conditions ask for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gpuviz.scene.launch.choice import LaunchChoice
from gpuviz.session.lesson_progress import LessonProgress

if TYPE_CHECKING:
    from gpuviz.lesson import Playing


@dataclass(slots=True)
class LessonState:
    """At most one lesson is played at a time. `progress` may be replaced by one that is kept."""

    progress: LessonProgress = field(default_factory=LessonProgress)
    playing: Playing | None = None
    failed: LaunchChoice | None = None  # the choice whose launch failed last
