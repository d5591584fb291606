"""Runs a sweep for a student who asks to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpuviz.ui.main_window import MainWindow


def start_sweep(window: MainWindow, kind: str) -> None:
    """Open the panel on the page of that kind and press its button."""
    window.arrangement.raise_below("sweeps")
    form = window.sweeps.form
    form.kinds[kind].click()
    if not window.launcher.sweeps.busy:
        form.button.click()
