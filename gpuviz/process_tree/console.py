"""Programs that a window starts open no console of their own: Windows shows one for each else.

Such a program has a console that nobody sees, so it hears no Ctrl-C of its starter's either.
"""

from __future__ import annotations

import sys

CREATE_NO_WINDOW = 0x08000000
"""learn.microsoft.com/windows/win32/procthread/process-creation-flags"""


def without_console() -> int:
    """What Popen's `creationflags` has to be; elsewhere there is nothing to ask for."""
    return CREATE_NO_WINDOW if sys.platform == "win32" else 0
