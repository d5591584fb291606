"""The SM timeline: the widgets, and what they follow."""
