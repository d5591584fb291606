"""gpuviz as a folder that needs no Python: `python -m tools.bundle`."""
