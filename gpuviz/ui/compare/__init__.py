"""Two runs side by side, and their figures."""
