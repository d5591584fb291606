"""From what a process can be kept, and what has to be done for that before it is forked."""

from __future__ import annotations

import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Prepared:
    """A process from which others can be forked that become apart.

    `network` says whether it has none any more; `sockets` lie in the file system, and somebody
    outside listens there.
    """

    network: bool
    sockets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fenced:
    """From what a process is kept; False where the system does not allow that.

    `network`; `files`: only its own, Python's and the system's can be read, only its own be
    written; `permissions`: and times of files of others, and sockets in the file system;
    `processes`: others cannot be met in any way.
    """

    network: bool
    files: bool
    permissions: bool
    processes: bool


NOT_PREPARED = Prepared(network=False, sockets=())
UNFENCED = Fenced(network=False, files=False, permissions=False, processes=False)


def prepare_apart(*, offline: bool) -> Prepared:
    """Gives this process the rights to fork others that become apart, and takes its network with
    `offline`. Has to be called before it has threads, which it may have afterwards.
    """
    if sys.platform != "linux":
        return NOT_PREPARED
    from gpuviz.process_tree.namespaces import NEW_NETWORK, enter, enter_with_rights
    from gpuviz.process_tree.read_only import sockets_by_path

    sockets = sockets_by_path()  # of the network that is left
    kinds = NEW_NETWORK if offline else 0
    done = enter_with_rights(kinds) or enter(kinds)
    return Prepared(network=offline and done, sockets=sockets)
