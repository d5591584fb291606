"""The process that holds the Dask client of a window or a command, on an event loop of its own.

Asked through a connection of its starter, which it trusts (pickled `Ask`s); it answers with the
bytes of `Event`s, and with what the cluster sent as it came: its starter unpickles nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import gpuviz
from gpuviz.cluster.address import LOCAL, address_of, client_arguments, no_extra, nobody
from gpuviz.cluster.client import (
    CONNECT_S,
    KNOCK_S,
    check_greeting,
    endpoint,
    greets,
    not_done,
    surveyed,
)
from gpuviz.cluster.local import cluster_here
from gpuviz.cluster.machines import (
    GPU_RESOURCE,
    Survey,
    why_unfit,
)
from gpuviz.messages import Message, RequestRefused
from gpuviz.worker.frames import as_bytes
from gpuviz.worker.protocol import Wire

if TYPE_CHECKING:
    from distributed import Client, Future

ANSWER_S = 3.0  # of a scheduler that was asked who is there
LOOK_S = 1.0  # between two looks at who is there
ALIVE_S = 10.0  # between two words to the workers that whoever waits is still there
UNSERVED_S = 20.0  # a job that no worker can take is given up after that
MOST_BEGINS = 2  # of a job: the worker that had it was lost once
EventKind = Literal[
    "survey", "refused", "lost", "began", "share", "loop", "moved", "answer", "failed"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Ask:
    """To the link: a job in its parcel; without a parcel, that a job is not wanted any more.

    `hosts` are the machines that may do it; none: any. `gpu`: a worker with the resource GPU.
    """

    number: int
    parcel: bytes | None = None
    gpu: bool = False
    hosts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """From the link. Behind an `answer` comes one more frame, of `Delivery` bytes."""

    kind: EventKind
    number: int = 0  # of the job
    share: float = 0.0
    line: int = 0
    rounds: int = 0
    survey: Survey | None = None
    message: Message | None = None
    machine: str = ""  # where the job began


@dataclass(slots=True)
class _Running:
    ask: Ask
    future: Future
    begins: int = 0
    unserved_s: float = 0.0
    given_up: Message | None = None
    task: asyncio.Task[None] | None = None
    on: str = ""  # the address of the worker that does it


@dataclass(slots=True)
class Link:
    """What one client asks of one cluster."""

    connection: Wire
    address: str
    client: Client
    survey: Survey
    topic: str = ""
    running: dict[int, _Running] = field(default_factory=dict)

    async def serve(self, asks: asyncio.Queue[Ask | None]) -> None:
        """Until the starter is gone, or the cluster is."""
        self.topic = f"gpuviz-{self.client.id}"
        self.client.subscribe_topic(self.topic, self._hear)
        looking = asyncio.create_task(self._look())
        try:
            while not looking.done() and (ask := await _first(asks, looking)) is not None:
                if ask.parcel is None:
                    await self._stop(ask.number)
                else:
                    self._submit(ask)
        finally:
            looking.cancel()
            await self._stop_all()

    def _submit(self, ask: Ask) -> None:
        from gpuviz.cluster.on_worker import run_parcel

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that a graph is large: arrays travel in it
            future = self.client.submit(
                run_parcel,
                ask.parcel,
                self.topic,
                ask.number,
                key=f"{self.topic}-{ask.number}",
                pure=False,
                resources={GPU_RESOURCE: 1} if ask.gpu else None,
                workers=list(ask.hosts) or None,
                allow_other_workers=False,
            )
        running = self.running[ask.number] = _Running(ask, future)
        running.task = asyncio.create_task(self._wait(running))

    async def _wait(self, running: _Running) -> None:
        number = running.ask.number
        try:
            content = await running.future
        except (Exception, asyncio.CancelledError) as error:
            if self.client.status == "running":  # else it is said that the cluster was lost
                why = running.given_up or _why_not(error)
                self._say(Event("failed", number, message=why))
        else:
            if isinstance(content, bytes) and content:
                self._say(Event("answer", number), content)
        finally:
            self.running.pop(number, None)
            with contextlib.suppress(Exception):
                running.future.release()

    async def _stop(self, number: int) -> None:
        """The process that does it ends; where it waits, it never begins."""
        running = self.running.get(number)
        if running is not None:
            await self._end(running)

    async def _end(self, running: _Running) -> None:
        from gpuviz.cluster.on_worker import stop_parcel

        with contextlib.suppress(Exception):
            await running.future.cancel(force=True)
        with contextlib.suppress(Exception):
            await self.client.run(stop_parcel, self.topic, running.ask.number, on_error="ignore")

    async def _stop_all(self) -> None:
        everything = list(self.running.values())
        with contextlib.suppress(Exception):
            await asyncio.wait_for(asyncio.gather(*map(self._end, everything)), CONNECT_S)

    async def _hear(self, event: tuple[float, dict[str, Any]]) -> None:
        """What a worker says of a job: that it begins, or how far it is."""
        said = event[1]
        running = self.running.get(said["number"])
        if running is None:
            return
        number = running.ask.number
        if "began" in said:
            running.begins, running.on = running.begins + 1, said["began"]
            if running.begins > MOST_BEGINS:
                running.given_up = _lost_twice()
                await self._end(running)
            elif running.begins > 1:
                self._say(Event("moved", number, machine=str(said["machine"])))
            else:
                self._say(Event("began", number, machine=str(said["machine"])))
        elif "rounds" in said:
            self._say(Event("loop", number, line=int(said["line"]), rounds=int(said["rounds"])))
        else:
            self._say(Event("share", number, share=float(said["share"])))

    async def _look(self) -> None:
        """Again and again: who is there, and whether somebody can do what waits."""
        from gpuviz.cluster.on_worker import keep_alive

        known, since_told_s = self._addresses(), ALIVE_S
        self._say(Event("survey", survey=self.survey))
        while True:
            try:
                there = set(await asyncio.wait_for(self.client.nthreads(), ANSWER_S))
                if there != known:
                    self.survey = await surveyed(self.client, self.address)
                    known = self._addresses()
                    self._say(Event("survey", survey=self.survey))
                if self.running and since_told_s >= ALIVE_S:
                    since_told_s = 0.0
                    await self.client.run(keep_alive, self.topic, on_error="ignore")
            except Exception as error:
                if self.client.status != "running":
                    self._say(Event("lost", message=_lost(self.address, error)))
                    return
                logging.getLogger("gpuviz").info("a look at the cluster failed: %r", error)
            if self.client.status != "running":
                self._say(Event("lost", message=_lost(self.address, None)))
                return
            await self._give_up_unserved(known)
            await asyncio.sleep(LOOK_S)
            since_told_s += LOOK_S

    def _addresses(self) -> set[str]:
        return {worker.address for worker in self.survey.workers}

    async def _give_up_unserved(self, there: set[str]) -> None:
        for running in list(self.running.values()):
            fitting = there & set(self._fitting(running.ask))
            if running.on in there or fitting:
                running.unserved_s = 0.0
                continue
            running.unserved_s += LOOK_S
            if running.unserved_s >= UNSERVED_S:
                running.given_up = _nobody_left(self.address, running.ask.gpu)
                await self._end(running)

    def _fitting(self, ask: Ask) -> Sequence[str]:
        return [
            worker.address
            for worker in self.survey.able
            if (not ask.gpu or (worker.says is not None and worker.says.offers_gpu))
            and (not ask.hosts or any(f"//{host}:" in worker.address for host in ask.hosts))
        ]

    def _say(self, event: Event, content: bytes | None = None) -> None:
        say(self.connection, event, content)


def say(connection: Wire, event: Event, content: bytes | None = None) -> None:
    """Sends an event, and the frame behind it; where nobody hears it, the link is about to end."""
    with contextlib.suppress(OSError):
        connection.send_bytes(as_bytes(event))
        if content is not None:
            connection.send_bytes(content)


async def linked(connection: Wire, address: str, at_once: int) -> None:
    """Connects, says who is there, and serves; or says in a sentence why not."""
    asks: asyncio.Queue[Ask | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    threading.Thread(target=_listen, args=(connection, loop, asks), daemon=True).start()
    try:
        async with contextlib.AsyncExitStack() as stack:
            client = await _client(stack, address, at_once)
            survey = await surveyed(client, address)
            unfit = why_unfit(survey, gpuviz.__version__)
            if unfit is not None:
                say(connection, Event("refused", survey=survey, message=unfit))
                return
            await Link(connection, address, client, survey).serve(asks)
    except RequestRefused as refused:
        say(connection, Event("refused", message=refused.message))
    except Exception as error:  # as of TLS without certificates: TypeError
        say(connection, Event("refused", message=nobody(address, error)))


async def _client(stack: contextlib.AsyncExitStack, address: str, at_once: int) -> Client:
    try:
        from distributed import Client
    except ImportError:
        raise RequestRefused(no_extra()) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if address != LOCAL:
        arguments = client_arguments(address)
        await _knock(address_of(arguments))
        client = Client(**arguments, timeout=CONNECT_S, asynchronous=True, set_as_default=False)
        return await stack.enter_async_context(client)
    cluster = await stack.enter_async_context(cluster_here(at_once, asynchronous=True))
    return await stack.enter_async_context(Client(cluster, asynchronous=True, set_as_default=False))


async def _knock(address: str) -> None:
    """Raises OSError at once where nobody listens, and soon where somebody else does."""
    where = endpoint(address)
    if where is None:
        return
    reader, writer = await asyncio.wait_for(asyncio.open_connection(*where), KNOCK_S)
    try:
        if greets(address):
            check_greeting(await asyncio.wait_for(reader.read(1), CONNECT_S))
    finally:
        writer.close()


def _listen(
    connection: Wire, loop: asyncio.AbstractEventLoop, asks: asyncio.Queue[Ask | None]
) -> None:
    ask: Ask | None = None
    with contextlib.suppress(EOFError, OSError, RuntimeError):
        while True:
            ask = connection.recv()
            loop.call_soon_threadsafe(asks.put_nowait, ask)
    with contextlib.suppress(RuntimeError):  # the loop has ended already
        loop.call_soon_threadsafe(asks.put_nowait, None)


async def _first(asks: asyncio.Queue[Ask | None], looking: asyncio.Task[None]) -> Ask | None:
    """The next ask; None where the starter or the cluster is gone."""
    getting = asyncio.create_task(asks.get())
    await asyncio.wait((getting, looking), return_when=asyncio.FIRST_COMPLETED)
    if getting.done():
        return getting.result()
    getting.cancel()
    return None


def _why_not(error: BaseException) -> Message:
    return _lost_twice() if type(error).__name__ == "KilledWorker" else not_done(error)


def _lost_twice() -> Message:
    template = (
        "The worker that ran this launch was lost, and so was the one that tried it again: look"
        " into the log of `dask worker`, or choose a smaller size."
    )
    return Message("cluster.lost-twice", template)


def _lost(address: str, error: BaseException | None) -> Message:
    template = (
        "The connection to {address} was lost: launches run on this machine again."
        " Run > Remote engine connects anew."
    )
    return Message("cluster.lost", template, {"address": address})


def _nobody_left(address: str, gpu: bool) -> Message:
    if gpu:
        template = (
            "No worker with a GPU is left at {address}: start one with"
            " `dask worker {address} --resources GPU=1`, or choose the emulator."
        )
    else:
        template = "No worker is left at {address}: start one with `dask worker {address}`."
    return Message("cluster.none-left", template, {"address": address})
