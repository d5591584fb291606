"""The card of the warp in focus: its lanes, what they exchange and move."""
