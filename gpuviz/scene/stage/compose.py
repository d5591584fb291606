"""One picture of a launch, put together from its parts."""

from __future__ import annotations

from gpuviz.scene.scene import Scene
from gpuviz.scene.stage.arrays.legend import elements_legend
from gpuviz.scene.stage.arrays.names import names
from gpuviz.scene.stage.arrays.scene import (
    arrays_scene,
    lines,
    placed_arrays,
    values,
)
from gpuviz.scene.stage.findings import NO_FINDINGS
from gpuviz.scene.stage.grid.layer_scene import layer_scene
from gpuviz.scene.stage.grid.mini_map import mini_map
from gpuviz.scene.stage.grid.scene import grid_scene
from gpuviz.scene.stage.hazard_scene import hazard_scene
from gpuviz.scene.stage.header_scene import breadcrumb, sentence
from gpuviz.scene.stage.legend_scene import legend
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.warp.notes import notes_scene
from gpuviz.scene.stage.warp.scene import card_scene, funnel, lanes_scene


def compose(view: Viewpoint) -> Scene:
    """Everything that is seen from one viewpoint, from back to front."""
    return joined(on_grid(view), around(view), found(view))


def around(view: Viewpoint) -> Scene:
    """What does not depend on which part of the grid is seen, nor how large."""
    placed = placed_arrays(view)
    return joined(
        card_scene(view),
        arrays_scene(view, placed),
        Scene(lines(view, placed)),
        Scene(values(view, placed)),
        Scene(names(view, placed)),
        elements_legend(view, placed),
        lanes_scene(view),
        notes_scene(view),
        breadcrumb(view),
        legend(view),
        sentence(view),
    )


def on_grid(view: Viewpoint) -> Scene:
    """The grid, and what leads from it to the card."""
    return joined(Scene(funnel(view)), grid_scene(view), layer_scene(view), mini_map(view))


def found(view: Viewpoint) -> Scene:
    """What checks have found, above everything: it leads from threads to elements."""
    if view.findings is NO_FINDINGS:
        return Scene()
    return Scene(hazard_scene(view, placed_arrays(view)))


def joined(*parts: Scene) -> Scene:
    """One scene of several, with the sentence of the one that has one."""
    return Scene(
        tuple(item for part in parts for item in part.items),
        tuple(area for part in parts for area in part.areas),
        next((part.sentence for part in parts if part.sentence), ""),
    )
