"""The lesson room: the list of lessons, the strip that plays one, rings that point."""
