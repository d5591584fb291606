"""The layers of a grid with z: their names, and arrows to leaf through them."""

from __future__ import annotations

from gpuviz.scene.scene import Area, Item, Label, LayerHit, Panel, Rect, Scene
from gpuviz.scene.stage.viewpoint import Viewpoint
from gpuviz.scene.stage.words import phrase

SIZE = 11
ARROW = 20.0  # pixels
HIGH = 18.0  # it fits between the grid and what is below


def layer_scene(view: Viewpoint) -> Scene:
    """Nothing for a grid without z."""
    if view.grid.shape.layers == 1 or view.grid.alone is not None:
        return Scene()
    names = () if view.grid.layer is not None else tuple(_names(view))
    control = _control(view)
    return Scene((*names, *control.items), control.areas)


def _names(view: Viewpoint) -> list[Item]:
    """ "z = 1" above each layer that is seen."""
    grid = view.grid
    if not grid.layer_name:
        return []
    items: list[Item] = []
    for layer in range(grid.layers):
        x, y = grid.slot_corner(*grid.slot_of(layer * grid.columns * grid.rows))
        name = view.say(phrase("layer", "z = {z}", z=layer))
        rect = Rect(x, y - grid.layer_name, view.measure(name, view.px(SIZE)) + 6, grid.layer_name)
        if grid.view.contains(rect.x, rect.y) and rect.right <= grid.view.right:
            items.append(Label(rect, name, view.theme.muted, view.px(SIZE)))
    return items


def _control(view: Viewpoint) -> Scene:
    """ "‹ all 8 layers ›" or "‹ z = 3 of 0–7 ›" below the grid."""
    grid, last = view.grid, view.grid.shape.layers - 1
    if grid.layer is None:
        message = phrase("layers-all", "all {count} layers", count=last + 1)
    else:
        message = phrase("layer-of", "z = {z} of 0–{last}", z=grid.layer, last=last)
    text = view.say(message)
    wide = view.measure(text, view.px(SIZE)) * 1.05 + 8
    whole = Rect(grid.view.x, grid.view.bottom + 1, wide + 2 * ARROW, HIGH)
    before = whole._replace(w=ARROW)
    after = Rect(whole.right - ARROW, whole.y, ARROW, HIGH)
    words = Rect(before.right, whole.y, wide, HIGH)
    theme = view.theme
    items: tuple[Item, ...] = (
        Panel(whole, theme.raised, theme.line, radius=4),
        Label(before, "‹", theme.faint if grid.layer is None else theme.text, 14, align="center"),
        Label(words, text, theme.text, view.px(SIZE), align="center"),
        Label(after, "›", theme.faint if grid.layer == last else theme.text, 14, align="center"),
    )
    areas = (
        Area(before, lambda x, y: LayerHit(-1)),
        Area(after, lambda x, y: LayerHit(1)),
    )
    return Scene(items, areas)
