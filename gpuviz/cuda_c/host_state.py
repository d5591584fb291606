"""What a walk through host code knows at a moment; how each form is done, its handlers know.

`Walk` holds no rule of C++. `value` and `do` look up who has it: expressions, statements, calls
and launches are functions of a walk and a node, in tables that host_walk.py joins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np

from gpuviz.cuda_c import syntax
from gpuviz.cuda_c.comments import numbers_said
from gpuviz.cuda_c.host_scopes import Scopes
from gpuviz.cuda_c.host_shapes import called_in, parts_of
from gpuviz.cuda_c.host_syntax import HostText, Launch, New
from gpuviz.cuda_c.host_values import (
    POINTER_BYTES,
    UNKNOWN,
    Cell,
    HostPointer,
    Memory,
    as_kind,
    kept_memory,
)
from gpuviz.cuda_c.types import CHAR, Auto, CType, Pointer, Struct
from gpuviz.cuda_c.unit import FunctionText, Passed, Unit
from gpuviz.cuda_c.words import Word
from gpuviz.messages import GpuvizError

ARGUMENTS = re.compile(r"^\s*//\s*gpuviz:\s*arguments\s*=\s*(.+?)\s*$", re.MULTILINE)
"""`// gpuviz: arguments = 1000 16`: what the program is called with."""
MOST_STEPS = 60_000  # expressions and statements that are followed
MOST_STEPS_OF_WHOLE = 3_000_000
MOST_CALLS = 24  # within each other
FOR_DEVICE = ("cudaMemcpy", "cudaMemset", "cudaLaunch", "cudaGraphLaunch")
NO_NAMES = (
    *("int", "unsigned", "long", "short", "char", "bool", "float", "double", "void", "auto"),
    *("this", "nullptr", "cin", "cout", "cerr", "endl", "stdin", "stdout", "stderr"),
)
"""Names that no comment gives a number."""
SMALL_BYTES = 4096  # of memory whose elements are followed in every walk


class Returned(Exception):
    """A function returns."""

    def __init__(self, value: Any) -> None:
        self.value = value


class Jumped(Exception):
    """`break` or `continue`."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


class MemoryCopy(NamedTuple):
    """So many bytes from one place of memory to another; `is_known`: whether what they are is.

    `to` None: to a variable of the host.
    """

    to: HostPointer | None
    source: HostPointer | None
    nbytes: Any
    is_known: bool
    stream: Any = 0


class ProgramEnd(Exception):
    """The program ends, or has been followed far enough."""


@dataclass(eq=False)
class MemoryNotes:
    """Which memory has been read and written, of the loop that is followed.

    `before`: each as it was before; None where nobody will ask.
    """

    read: set[Memory] = field(default_factory=set)
    written: set[Memory] = field(default_factory=set)
    depth: int = 0  # loops within each other
    before: dict[Memory, Memory] | None = None

    def write(self, memory: Memory) -> None:
        """A memory is about to be written."""
        self.written.add(memory)
        if self.before is not None and memory not in self.before:
            self.before[memory] = kept_memory(memory)

    def lose(self, memory: Memory) -> None:
        """Something unknown was written to a memory."""
        self.write(memory)
        memory.forget()

    @contextmanager
    def of_loop(self) -> Iterator[None]:
        """Notes of a loop by itself; behind it they count for the outer one, too."""
        read, written = self.read, self.written
        self.read, self.written = set(), set()
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1
            self.read, self.written = self.read | read, self.written | written


class Device(Protocol):
    """What stands for the GPU: it is told of launches and copies.

    Raises ProgramEnd when no more is wanted of the program.
    """

    def launch(self, walk: Walk, node: Launch) -> None:
        """A launch is met."""

    def copied(self, walk: Walk, node: syntax.Call, copy: MemoryCopy) -> None:
        """Bytes were copied."""

    def filled(self, node: syntax.Call, to: HostPointer, nbytes: int, stream: Any) -> None:
        """Bytes were set; 0 where it is not known how many."""

    def waited(self, stream: Any) -> None:
        """The host waited for a stream, or for all where it is None."""

    def marked(self, event: int, stream: int) -> None:
        """An event was recorded in a stream."""

    def awaits(self, stream: int | None, event: int) -> None:
        """A stream waits for an event; None: the host."""


class Guesses(Protocol):
    """What goes on with a program where something of it is not known."""

    def make_up(self, passed: Passed, memory: Memory) -> None:
        """Fills a memory of which nobody knows what the program puts there."""

    def refused(self, error: GpuvizError) -> None:
        """A launch cannot be run: what it would write is not known."""

    def copies_unwritten(self, node: syntax.Node) -> None:
        """Memory of the host that the program has not written is copied to the device."""

    def goes_on(self, node: syntax.Node) -> None:
        """A branch that would end a function, by a value that is not known, is left out."""


Handlers = Mapping[type, Callable[["Walk", Any], Any]]


class Walk:
    """Follows host code: its names, its memory, and how far it has come."""

    def __init__(
        self,
        unit: Unit,
        text: HostText,
        handlers: Handlers,
        device: Device,
        sizes: Mapping[str, int],
        seed: int,
        contents: bool,
        is_whole: bool = False,
    ) -> None:
        self.unit, self.text, self.device = unit, text, device
        self.scopes, self.notes = Scopes(), MemoryNotes()
        self.sizes = dict(sizes)  # what variables of these names get once, instead of their own
        self.contents = contents  # whether what large arrays hold is followed
        self.is_whole = is_whole  # whether each launch is wanted, not what single ones get
        self.guesses: Guesses | None = None  # None: nothing may be guessed
        self.doubt: syntax.Node | None = None  # whether this is done depends on what is not known
        self.at: syntax.Node | None = None  # the statement that is done
        self.rng = np.random.default_rng(seed)
        self.symbols: dict[str, Memory] = {}  # what was copied to them
        self.streams = 0  # that were created
        self.launches = False  # whether what a launch gets is followed
        self.given: Mapping[str, float] = numbers_said(unit.text)
        """What names have that are not known otherwise."""
        self.unknown: dict[str, CType | None] = {}  # names that were read and are not known
        self.perhaps: list[syntax.Node] = []  # branches that are done, and may not be
        self.lanes = 0  # turns of the loop that is done at once; 0: none is
        self._handlers = handlers
        self._reaching: dict[str, bool] = {}  # functions of the file that launch or copy
        self._steps = 0
        self._calls = 0

    def value(self, node: Any) -> Any:
        """What an expression gives; UNKNOWN where it cannot be followed."""
        self._tick()
        handler = self._handlers.get(type(node))
        return UNKNOWN if handler is None else handler(self, node)

    def named(self, name: str, value: Any, kind: CType | None = None) -> Any:
        """What a name has: of one that is not known what a comment says."""
        if value is not UNKNOWN or not name:
            return value
        if name in self.given:
            return as_kind(self.given[name], kind)
        if (kind is None or isinstance(kind, (np.dtype, Auto))) and name not in NO_NAMES:
            self.unknown.setdefault(name, kind)
        return UNKNOWN

    def do(self, node: Any) -> None:
        """Does a statement. Raises Returned, Jumped, ProgramEnd."""
        self._tick()
        self.at = node
        handler = self._handlers.get(type(node))
        if handler is not None:
            handler(self, node)

    def values(self, nodes: Any) -> list[Any]:
        """What expressions give, in their order."""
        return [self.value(node) for node in nodes]

    def reaches_device(self, body: Any) -> bool:
        """Whether statements, or functions of the file that they call, launch or copy."""
        return any(map(self._is_for_device, parts_of(body)))

    def _is_for_device(self, part: syntax.Node) -> bool:
        return isinstance(part, Launch) or self.calls_device(_called_or_made(part))

    def calls_device(self, name: str) -> bool:
        """Whether a function, method or constructor of this name launches or copies."""
        if name.startswith(FOR_DEVICE):
            return True
        if name not in self._reaching:
            self._reaching[name] = False  # meanwhile, of a function that calls itself
            bodies = [function.body for function in self.text.functions.get(name, ())]
            bodies += [one for one in self.text.lambdas.get(name, ()) if one is not None]
            methods = self.methods_named(name)
            self._reaching[name] = self.reaches_device(bodies) or any(
                self.names_device(word) for text in methods for word in text.words
            )
        return self._reaching[name]

    def names_device(self, word: Word) -> bool:
        """Whether a word launches, or is the name of a function that launches or copies."""
        return word.is_mark("<<<") or (word.kind == "name" and self.calls_device(word.text))

    def methods_named(self, name: str) -> list[FunctionText]:
        """The methods and constructors of the host's structures of this name."""
        methods = self.unit.host_methods.items()
        return [one for full, all_ in methods if full.endswith(f"::{name}") for one in all_]

    def _tick(self) -> None:
        self._steps += 1
        if self.is_tired:
            raise ProgramEnd

    @property
    def is_tired(self) -> bool:
        """Whether it has followed all that it may."""
        return self._steps > (MOST_STEPS_OF_WHOLE if self.is_whole else MOST_STEPS)

    @property
    def steps(self) -> int:
        """Expressions and statements that were followed."""
        return self._steps

    @contextmanager
    def deeper(self) -> Iterator[bool]:
        """A call within calls; whether it may be followed."""
        self._calls += 1
        try:
            yield self._calls <= MOST_CALLS
        finally:
            self._calls -= 1

    def follows(self, memory: Memory) -> bool:
        """Whether single elements of a memory are followed."""
        return self.contents or memory.size in range(SMALL_BYTES)


def _called_or_made(part: syntax.Node) -> str:
    """The name of the function that a node calls, of its method, or of the structure it makes."""
    if isinstance(part, syntax.Call) and isinstance(part.called, syntax.Member):
        return part.called.name
    kind = getattr(part, "kind", None)
    is_made = isinstance(part, (syntax.Variable, syntax.Values, New))
    name = kind.name if is_made and isinstance(kind, Struct) else called_in(part)
    return name.rpartition("::")[2]


def arguments_of(text: str) -> tuple[str, ...]:
    """The arguments that a comment gives the program."""
    said = ARGUMENTS.search(text)
    return tuple(said[1].split()) if said else ()


def argv_of(arguments: tuple[str, ...]) -> HostPointer:
    """The arguments of the program as main gets them."""
    memory = Memory(None, False, filled=True)
    for row, text in enumerate(arguments, 1):
        memory.cells[row * POINTER_BYTES] = Cell(text)
    return HostPointer(memory, 0, Pointer(CHAR))
