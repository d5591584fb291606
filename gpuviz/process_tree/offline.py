"""Takes the network from this process and all that it will start, where the system allows that."""

from __future__ import annotations

import sys

from gpuviz.process_tree.namespaces import NEW_IPC, NEW_NETWORK, enter, enter_with_rights


def leave_network() -> bool:
    """Whether it is gone. Has to be called before the process has threads; Linux only.

    The process goes into a network of its own with nothing in it, which needs a user namespace
    where it is not root's (unshare(2)); some systems forbid those, and there it stays connected.
    With it goes System V shared memory of others.
    """
    if sys.platform != "linux":
        return False
    if enter_with_rights(NEW_NETWORK | NEW_IPC):
        return True
    enter(NEW_IPC)
    return enter(NEW_NETWORK)
