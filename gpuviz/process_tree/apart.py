"""Keeps this process and all that it will start from the rest of the machine, as far as the system
allows that; what it does not allow stays open.
"""

from __future__ import annotations

from collections.abc import Sequence

from gpuviz.process_tree.fence import fence_in
from gpuviz.process_tree.namespaces import give_up_rights
from gpuviz.process_tree.offline import leave_network
from gpuviz.process_tree.read_only import make_read_only, sockets_by_path


def keep_apart(modules: Sequence[str], own: Sequence[str], *, offline: bool, fenced: bool) -> None:
    """Takes the network with `offline`, and with `fenced` the files but those of the folders `own`,
    of Python with its `modules`, as in sys.path, and of the system.

    Has to be called before the process has threads.
    """
    sockets = sockets_by_path() if fenced else ()  # of the network that is left
    if offline:
        leave_network()
    if fenced:
        if make_read_only(own, sockets):
            give_up_rights()
        fence_in(modules, own)
