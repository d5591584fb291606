"""A camera stands somewhere before one launch, with something chosen in it, and can take any of its
instants: the window and the files that are exported have the same pictures.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gpuviz.insight.order import Instant
from gpuviz.scene.scene import Measure, Scene
from gpuviz.scene.stage.compose import compose
from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.grid.fit import fit_grid
from gpuviz.scene.stage.grid.moves import entered
from gpuviz.scene.stage.layout import divide
from gpuviz.scene.stage.viewpoint import StageFrame, Viewpoint, look
from gpuviz.scene.theme import Theme
from gpuviz.texts import say


@dataclass(frozen=True, slots=True)
class Camera:
    """What stays while a launch is played: the frame, and the chosen block, thread and warp
    if any.
    """

    frame: StageFrame
    block: int | None = None
    thread: int | None = None
    warp: int | None = None

    def scene(self, instant: Instant) -> Scene:
        """The picture at an instant."""
        return compose(self.look(instant))

    def look(self, instant: Instant) -> Viewpoint:
        """All that the picture at an instant depends on."""
        return look(self.frame, instant, self.block, self.thread, self.warp)

    def resized(self, width: float, height: float) -> Camera:
        """The same on so many pixels of a scene, all of the grid or of the entered block."""
        frame, alone = self.frame, self.frame.grid.alone
        least_px = frame.layout.least_px
        layout = divide(frame.facts, width, height, alone is not None, least_px)
        grid = fit_grid(frame.facts.shape, layout.grid, frame.grid.layer)
        grid = grid if alone is None else entered(grid, alone)
        return replace(self, frame=replace(frame, layout=layout, grid=grid))


def camera_before(
    facts: StageFacts,
    width: float,
    height: float,
    theme: Theme,
    measure: Measure,
    block: int | None = None,
    thread: int | None = None,
) -> Camera:
    """A camera that sees the whole launch on so many pixels of a scene."""
    layout = divide(facts, width, height)
    frame = StageFrame(facts, layout, fit_grid(facts.shape, layout.grid), theme, measure, say)
    return Camera(frame, block, thread)
