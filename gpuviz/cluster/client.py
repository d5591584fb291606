"""A Dask client in this process, for a command that has many things done and waits for all."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import gpuviz
from gpuviz.cluster.address import LOCAL, address_of, client_arguments, no_extra, nobody
from gpuviz.cluster.local import local_cluster
from gpuviz.cluster.machines import ClusterWorker, Survey, WorkerSays, why_unfit
from gpuviz.messages import Message, RequestRefused
from gpuviz.trace.members import DamagedTrace
from gpuviz.worker.frames import Garbage, of_bytes

if TYPE_CHECKING:
    from distributed import Client

Work = TypeVar("Work")
Made = TypeVar("Made", bytes, str)
CONNECT_S, KNOCK_S = 10.0, 5.0
DEFAULT_PORT = 8786  # of `dask scheduler`
TRIES = 5  # of a thing whose worker was lost; each worker that goes costs one


def done_on(
    address: str,
    at_once: int,
    do: Callable[[Work], Made],
    works: Sequence[Work],
    names: Sequence[str],
    lost: Callable[[Work], Made] | None = None,
    begun: Callable[[], object] = bool,
) -> Generator[tuple[int, Made], None, None]:
    """What `do` makes of each, by its number, as soon as it is known.

    `names` are different for what is different: they are the keys of the scheduler. `do` gives
    bytes or a text: whoever reads them checks them. What a lost worker had begun is done again by
    another one; `lost` makes something of one with which each worker was lost. `begun` is
    called when there is a connection. Raises RequestRefused where nobody answers at that address,
    or the workers cannot do it; `at_once` is how many workers a cluster on this machine gets.
    """
    from_key = {name: number for number, name in enumerate(names)}
    with connected(address, at_once) as client:
        from distributed import as_completed

        begun()
        futures = client.map(do, works, key=list(names), pure=True, retries=TRIES)
        try:
            for future in as_completed(futures):
                number = from_key[str(future.key)]
                if future.status != "finished":
                    error = future.exception()
                    if lost is None or type(error).__name__ != "KilledWorker":
                        raise RequestRefused(not_done(error))
                    yield number, lost(works[number])
                    continue
                made: Made = future.result()
                future.release()  # else it is made once more when the worker that has it is lost
                yield number, made
        finally:
            client.cancel(futures)


@contextmanager
def connected(address: str, at_once: int) -> Iterator[Client]:
    """A client whose workers are there and have gpuviz. Raises RequestRefused where not."""
    with _client(address, at_once) as client:
        survey: Survey = client.sync(surveyed, client, address)
        unfit = why_unfit(survey, gpuviz.__version__)
        if unfit is not None:
            raise RequestRefused(unfit)
        yield client


@contextmanager
def _client(address: str, at_once: int) -> Iterator[Client]:
    try:
        from distributed import Client
    except ImportError:
        raise RequestRefused(no_extra()) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # lost workers: see TRIES
    if address == LOCAL:
        with local_cluster(at_once) as found, Client(found, timeout=CONNECT_S) as client:
            client.wait_for_workers(at_once)
            yield client
        return
    try:
        arguments = client_arguments(address)
        knock(address_of(arguments))
        client = Client(**arguments, timeout=CONNECT_S)
    except (OSError, ValueError, TypeError, RuntimeError) as error:
        raise RequestRefused(nobody(address, error)) from None
    with client:
        yield client


def knock(address: str) -> None:
    """Raises OSError at once where nobody listens, and soon where somebody else does: a Dask client
    tries again and again.
    """
    where = endpoint(address)
    if where is None:
        return
    with socket.create_connection(where, KNOCK_S) as knocking:
        if greets(address):
            knocking.settimeout(CONNECT_S)
            check_greeting(knocking.recv(1))


def greets(address: str) -> bool:
    """Whether a scheduler at this address speaks first: TLS waits for its client."""
    return not address.startswith("tls://")


def check_greeting(received: bytes) -> None:
    """Raises OSError where whoever answered has hung up."""
    if not received:
        raise ConnectionError("whoever listens there hangs up")


def endpoint(address: str) -> tuple[str, int] | None:
    """The host and the port of an address; None where they are not those of TCP."""
    from distributed.comm.addressing import parse_host_port

    scheme, _, rest = address.rpartition("://")
    if scheme not in ("", "tcp", "tls"):
        return None
    host, port = parse_host_port(rest, default_port=DEFAULT_PORT)
    return str(host), int(port)


async def surveyed(client: Client, address: str) -> Survey:
    """Asks everyone what they have; those who cannot read the question lack gpuviz."""
    from gpuviz.cluster.on_worker import describe, has_gpuviz

    answers: dict[str, Any] = await client.run(describe, on_error="return")
    workers = tuple(_worker(one, answers[one]) for one in sorted(answers))
    why = ""
    try:
        await client.run_on_scheduler(has_gpuviz)
    except Exception as error:
        why = _reason(error)
    return Survey(address, workers, why)


def _worker(address: str, answer: object) -> ClusterWorker:
    if isinstance(answer, bytes):
        try:
            says = of_bytes(answer, WorkerSays)
        except (Garbage, DamagedTrace):
            return ClusterWorker(address, None, "it answered something else")
        assert isinstance(says, WorkerSays)
        return ClusterWorker(address, says)
    return ClusterWorker(address, None, _reason(answer))


def _reason(error: object) -> str:
    words = " ".join(str(error).split())
    return f"{type(error).__name__}: {words}"[:200] if words else type(error).__name__


def not_done(error: BaseException | None) -> Message:
    """That the workers could not do what was asked."""
    template = (
        "The cluster could not do it ({reason}): its workers need the same gpuviz and Python as"
        " this machine."
    )
    return Message("cluster.fails", template, {"reason": _reason(error)})
