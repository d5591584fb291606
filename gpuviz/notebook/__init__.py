"""Launches in a notebook: as HTML below a cell, by `%%gpuviz`, and as a view to click in.

Runs in the kernel's process, where there may be neither a display nor Qt.
"""
