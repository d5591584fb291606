"""`--cluster`: launches of a command run on the workers of a Dask cluster."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from gpuviz.cli.streams import tell_note
from gpuviz.cluster.routed import RoutedRunner

if TYPE_CHECKING:
    from gpuviz.engines.probe import Probe
    from gpuviz.worker import JobRunner


class ClusterRunner(RoutedRunner):
    """Launches go to a cluster, all else is done here; `probe` tells of the GPUs there."""

    probe: Probe


@contextmanager
def workers_for(arguments: argparse.Namespace) -> Iterator[JobRunner]:
    """Who has the jobs of a command done. Raises RequestRefused where no cluster answers."""
    from gpuviz.worker import Workers

    with Workers() as here:
        if arguments.cluster is None:
            yield here
            return
        from gpuviz.cluster.machines import probe_of
        from gpuviz.cluster.remote_workers import RemoteWorkers

        there = RemoteWorkers(arguments.cluster)
        there.start()
        with there:
            runner = ClusterRunner(here, there)
            runner.probe = probe_of(there.connected())
            tell_unencrypted(arguments.cluster)
            yield runner


def tell_unencrypted(address: str) -> None:
    """Says what others can read on the way, if they can."""
    from gpuviz.cluster.address import unencrypted

    told = unencrypted(address)
    if told is not None:
        tell_note(told)
