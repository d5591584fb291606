"""What part of a launch is seen: the whole grid, a part of it nearer, one block, one layer."""

from __future__ import annotations

from dataclasses import replace

from gpuviz.scene.stage.facts import StageFacts
from gpuviz.scene.stage.grid import moves as grid_moves
from gpuviz.scene.stage.grid.fit import fit_grid
from gpuviz.scene.stage.grid.geometry import GridGeometry
from gpuviz.scene.stage.layout import StageLayout, divide

Room = tuple[float, float]
"""Width and height of the stage in pixels of its scene."""


class Canvas:
    """Where everything of one launch is; the grid has more room while it is looked at nearer."""

    def __init__(self, facts: StageFacts, room: Room, least_px: int = 0) -> None:
        self.facts = facts
        self._room, self._least_px = room, least_px
        self._entered: int | None = None
        self._layer: int | None = None
        self.fit()

    @property
    def layout(self) -> StageLayout:
        """How the stage is divided."""
        return self._layout

    @property
    def grid(self) -> GridGeometry:
        """Where blocks and threads are."""
        return self._grid

    @property
    def is_near(self) -> bool:
        """Whether something else than the whole grid is seen."""
        return self._grid != self._fitting()

    def replace_facts(self, facts: StageFacts) -> None:
        """The same launch with more that is known of it; what is seen stays."""
        self.facts = facts

    def fit(self) -> None:
        """Show the whole grid, or the whole of its one layer."""
        self._entered = None
        self._layout = self._divided()
        self._grid = self._fitting()

    def resize(self, room: Room, least_px: int = 0) -> None:
        """The stage has another size, or other letters; what was in the middle stays there."""
        near, self._room, self._least_px = self.is_near, room, least_px
        if self._entered is not None:
            self.enter(self._entered)
        elif not near:
            self.fit()
        else:
            self._layout = self._divided(near=True)
            old, new = self._grid.view, self._layout.grid
            x = self._grid.x + new.x + new.w / 2 - old.x - old.w / 2
            y = self._grid.y + new.y + new.h / 2 - old.y - old.h / 2
            self._grid = replace(self._grid, view=new, x=x, y=y)

    def enter(self, block: int) -> None:
        """Let one block fill the canvas."""
        self._entered = block
        self._layout = self._divided(near=True)
        if self._layer is not None:
            self._layer = block // (self.facts.shape.blocks // self.facts.shape.layers)
        fitting = fit_grid(self.facts.shape, self._layout.grid, self._layer)
        self._grid = grid_moves.entered(fitting, block)

    def zoom(self, factor: float, x: float, y: float) -> None:
        """Nearer or farther about a point of the grid; not farther than the whole."""
        if not self._layout.grid.contains(x, y):
            return
        nearer = grid_moves.zoomed(replace(self._grid, alone=None), factor, x, y)
        if nearer.size <= self._fitting().size:
            self.fit()
            return
        self._entered = None
        self._layout = self._divided(near=True)
        self._grid = replace(nearer, view=self._layout.grid)

    def zoom_middle(self, factor: float) -> None:
        """Nearer or farther about the middle of what is seen of the grid."""
        self.zoom(factor, *grid_moves.middle(self._grid))

    def pan(self, right: float, down: float) -> None:
        """Move what is seen by so many pixels."""
        self._grid = grid_moves.moved(self._grid, right, down)

    def centre(self, across: float, down: float) -> None:
        """Bring the place at these shares of the whole grid, 0..1, to the middle."""
        self._grid = grid_moves.centred(self._grid, across, down)

    def leaf(self, by: int) -> None:
        """From all layers to the first, to the next; before the first come all again."""
        layers = self.facts.shape.layers
        if layers > 1:
            at = min(max((-1 if self._layer is None else self._layer) + by, -1), layers - 1)
            self._layer = None if at < 0 else at
            self.fit()

    def _fitting(self) -> GridGeometry:
        return fit_grid(self.facts.shape, self._divided().grid, self._layer)

    def _divided(self, near: bool = False) -> StageLayout:
        return divide(self.facts, *self._room, near=near, least_px=self._least_px)
