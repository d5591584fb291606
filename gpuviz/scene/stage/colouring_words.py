"""What the colourings of the grid are called, what they tell, and why a launch may not have one."""

from __future__ import annotations

from gpuviz.insight.colourings import Colouring
from gpuviz.messages import Message

NAMES = {
    Colouring.STATE: Message("colouring.state", "state"),
    Colouring.SM: Message("colouring.sm", "SM"),
    Colouring.START: Message("colouring.start", "start time"),
    Colouring.EFFICIENCY: Message("colouring.efficiency", "warp efficiency"),
    Colouring.IDLE: Message("colouring.idle", "idle threads"),
    Colouring.VALUES: Message("colouring.values", "values written"),
}
TIPS = {
    Colouring.STATE: Message(
        "colouring-tip.state", "What every thread does at the moment that is shown."
    ),
    Colouring.SM: Message(
        "colouring-tip.sm",
        "The SM (streaming multiprocessor) of the GPU on which each block ran. Modelled means:"
        " as gpuviz expects it of this GPU, not measured on one.",
    ),
    Colouring.START: Message(
        "colouring-tip.start",
        "When each block began. Blocks that find no room on an SM wait until others are over.",
    ),
    Colouring.EFFICIENCY: Message(
        "colouring-tip.efficiency",
        "Of 32 lanes, how many were active in a warp's steps on average. Lanes that are masked"
        " off in a branch cost time and do nothing.",
    ),
    Colouring.IDLE: Message(
        "colouring-tip.idle",
        "Idle threads touch no global memory in the whole launch: they have no work.",
    ),
    Colouring.VALUES: Message(
        "colouring-tip.values",
        "What each thread left in memory: the last of the elements that it was the last to write.",
    ),
}
NOT_KNOWN = Message("colouring.not-known", "not known")
UNKNOWN_BECAUSE = {
    Colouring.SM: Message("colouring-no.sm", "not recorded: no engine placed the blocks"),
    Colouring.START: Message("colouring-no.start", "not recorded: no engine placed the blocks"),
    Colouring.EFFICIENCY: Message(
        "colouring-no.efficiency", "not counted: only the emulator does, up to a certain size"
    ),
    Colouring.IDLE: Message("colouring-no.idle", "not recorded by this engine"),
    Colouring.VALUES: Message("colouring-no.values", "no thread wrote a number that was kept"),
}
CHOOSE = Message("colouring-tip.choose", "What the colours mean: click to choose, or press 1 to 6.")
"""The tooltip of the choice."""
