"""The branches of a warp over its steps: brackets that say who goes which way."""

from __future__ import annotations

from itertools import pairwise

from gpuviz.insight.branch_regions import BranchRegion
from gpuviz.insight.warp_steps import lanes_in
from gpuviz.scene.stage.colours import mix
from gpuviz.scene.stage.scene import Item, Label, Panel, Rect
from gpuviz.scene.stage.warp.exchange_words import lane_words
from gpuviz.scene.warp_view.geometry import BRACKET, LINES, SMALL, Strip
from gpuviz.scene.warp_view.picture import WarpPicture
from gpuviz.scene.warp_view.words import region_text

MOST_BRANCHES = 200  # more of them are not drawn: they would not be told apart


def branches(picture: WarpPicture, strip: Strip) -> list[Item]:
    """A bracket over each stretch that not all lanes take together, with who goes which way."""
    first, stop = strip.shown
    levels = picture.regions.levels
    if picture.regions.count(first, stop) > MOST_BRANCHES:
        return []
    seen = picture.regions.between(first, stop)
    items: list[Item] = []
    for level in range(levels):
        row = [region for region in seen if region.level == level]
        starts = [max(strip.x(region.first), strip.cells.x) for region in row]
        for region, (left, end) in zip(row, pairwise([*starts, strip.cells.right]), strict=True):
            y = strip.cells.y - LINES - (levels - level) * BRACKET
            right = min(strip.x(region.stop), strip.cells.right) - 2
            bar = Rect(left, y + BRACKET - 3, max(right - left, 1), 2)
            items += _bracket(picture, region, bar, end - left - 6)
    return items


def _bracket(picture: WarpPicture, region: BranchRegion, bar: Rect, room: float) -> list[Item]:
    """A bar, and over it as many words as fit before the next one."""
    theme = picture.theme
    color = mix(theme.write, theme.panel, 0.75)
    texts = (region_text(region), lane_words(lanes_in(region.sides[0].mask)))
    fitting = [text for text in map(picture.say, texts) if picture.measure(text, SMALL) <= room]
    place = Rect(bar.x, bar.y - BRACKET + 2, room + 4, BRACKET - 3)
    labels = [Label(place, text, theme.muted, SMALL) for text in fitting[:1]]
    return [Panel(bar, color, radius=1), *labels]
