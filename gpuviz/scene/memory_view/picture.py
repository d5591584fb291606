"""The picture of an access, by the kind of memory; and what is said about a place in it."""

from __future__ import annotations

import numpy as np

from gpuviz.launch import WARP_SIZE
from gpuviz.scene.memory_view.banks_scene import banks_picture
from gpuviz.scene.memory_view.lines_scene import lines_picture
from gpuviz.scene.memory_view.look import AccessLook, AccessPicture
from gpuviz.scene.memory_view.queue_scene import queues_picture
from gpuviz.scene.memory_view.words import element_text, lane_text
from gpuviz.scene.scene import ElementHit, Hit, ThreadHit


def access_picture(look: AccessLook) -> AccessPicture:
    """Lines of global memory, banks of shared memory, else who touches which element."""
    site = look.shown.access.site
    if site.kind != "atomic" and site.space == "global":
        return lines_picture(look)
    if site.kind != "atomic" and site.space == "shared":
        return banks_picture(look)
    return queues_picture(look)


def hot_lanes(look: AccessLook, hit: Hit | None) -> frozenset[int]:
    """The lanes that a place in the picture has to do with."""
    if isinstance(hit, ThreadHit):
        return frozenset((hit.thread % WARP_SIZE,))
    if isinstance(hit, ElementHit):
        same = look.shown.access.element == hit.element
        return frozenset(np.flatnonzero(same).tolist())
    return frozenset()


def place_text(look: AccessLook, hit: Hit | None) -> str:
    """What a tooltip says about a place in the picture."""
    access = look.shown.access
    if isinstance(hit, ThreadHit):
        return look.say(lane_text(access, hit.thread % WARP_SIZE))
    if isinstance(hit, ElementHit):
        return look.say(element_text(access, hit.element))
    return ""
