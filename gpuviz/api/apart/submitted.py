"""What the tests of a teacher see of a submission: kernels, which they launch themselves from their
text; functions and objects, about which the student's process is asked; numbers, texts and arrays.
"""

from __future__ import annotations

import builtins
import functools
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import numpy as np

from gpuviz.api.apart.launches import garbled, run_launch
from gpuviz.api.apart.messages import MODULE, Answered, Asked, FromStudent, Launched, Raised, Told
from gpuviz.api.apart.results import Written, changed, copied, is_result, is_same
from gpuviz.api.apart.sources import Sources
from gpuviz.api.apart.values import CannotTravel, Kept, Packer, Parcel, Unpacker, article
from gpuviz.api.apart.wire import MOST_CONNECTIONS, Door, Line, StudentGone, ready
from gpuviz.cuda.arrays import DeviceArray
from gpuviz.cuda.dispatcher import ConfiguredKernel, Kernel
from gpuviz.cuda.overloads import compiled_for
from gpuviz.cuda.recording import current_recording, watching
from gpuviz.cuda.signature import ParameterType
from gpuviz.messages import GpuvizError, KernelFailed, Message
from gpuviz.simt.capture import Capture
from gpuviz.simt.execute import LaunchFailed
from gpuviz.trace.source import FunctionSource

PROBE_S, PROBE_TIMES = 1.0, 3.0  # for a call that is made once more, beside those of the first
COMPUTED = "what it gives is the same whatever its kernels write: it was computed without them"
NOT_WRITTEN = "what it gives is not what a kernel wrote"
BROKEN = (
    *(ValueError, TypeError, KeyError, IndexError, AttributeError),
    *(OverflowError, RecursionError, MemoryError),
)
"""What is raised for data that no process of ours packed."""


class TeachersMistake(Exception):
    """A test passes a submission what cannot be passed to it."""


class NotAKernel(AssertionError):
    """A test launches what is no kernel."""


class ComputedWithoutKernel(AssertionError):
    """What a function gives does not depend on its kernels."""


class NotLoaded(Exception):
    """What was handed in could not be loaded: `answered` says why."""

    def __init__(self, answered: Answered) -> None:
        super().__init__("the submission could not be loaded")
        self.answered = answered


class Student:
    """A student's process: asks it, and runs the launches that it asks for meanwhile."""

    def __init__(
        self, door: Door, ended: int | None, sources: Sources, listed_twice: Callable[[], None]
    ) -> None:
        self._door, self._ended, self._listed_twice = door, ended, listed_twice
        self._sources = sources
        self.is_gone = self.is_broken = False
        self.kept_from: tuple[str, ...] = ()
        """What its process is kept from: "network", "files", "permissions", "processes"."""
        self._asked: Line | None = None
        self._lines: dict[Line, dict[int, tuple[FunctionSource, ...]]] = {}
        self._proxies: dict[int, Any] = {}
        self._classes: dict[tuple[Any, ...], type[BaseException]] = {}
        self.ran: Launched | None = None
        """The last launch of its host code."""
        self.probes = 0
        """Of how many calls it is tried still whether kernels have computed what they give."""
        self.written = Written()
        """What the launches of its host code wrote, since somebody looked."""
        self.has_to_write = False
        """Whether arrays that its functions give have to be what a kernel wrote."""
        self.gave_others = False
        """Whether a function that launches gave one that no kernel wrote, since somebody looked."""
        self._probing = set[Line]()
        self._probed: Answered | None = None
        self.arrays_passed = False
        """Whether a function was called with an array, or gave one, since somebody looked."""

    def ask(self, asked: Asked | None) -> Answered:
        """What it answers; None: it has been asked before. Raises StudentGone."""
        try:
            line = self._line()
            if asked is not None:
                line.send(asked)
            while line.connection not in self._came(line.connection):
                pass
            return line.receive(Answered)
        except StudentGone:
            self.is_gone = True
            raise

    def _came(self, *wanted: Any, wait_s: float | None = None) -> list[Any]:
        """Waits; which of the wanted ones have something. All else that came is done.

        Raises StudentGone where its process has ended.
        """
        ended = [] if self._ended is None else [self._ended]
        things = [*wanted, self._door, *ended, *(one.connection for one in self._lines)]
        came = ready(things, wait_s)
        for line in [one for one in self._lines if one.connection in came]:
            self._heard(line)
        if self._door in came:
            self._enters()
        found = [one for one in wanted if one in came]
        if not found and set(ended) & set(came):
            self.is_gone = True
            raise StudentGone
        return found

    @contextmanager
    def refusing_nonsense(self) -> Iterator[None]:
        """What comes and is no data of ours is as bad as nothing. Raises StudentGone."""
        try:
            yield
        except CannotTravel:
            raise
        except BROKEN as error:
            self.is_gone = self.is_broken = True
            raise StudentGone(str(error)) from None

    def load(self, seconds: float | None = None) -> SubmittedModule:
        """What was handed in; its time is over in so many seconds.

        Raises NotLoaded and StudentGone.
        """
        answered = self.ask(Asked("load", seconds=seconds))
        if answered.words[:1] != ("loaded",):
            raise NotLoaded(answered)
        return SubmittedModule.of(self, answered.words[1:], self._sources.entry)

    def close(self) -> None:
        """Nothing more is asked."""
        for line in (*self._lines, *([self._asked] if self._asked else [])):
            line.close()
        self._door.close()

    def _line(self) -> Line:
        while self._asked is None:
            self._came()
        return self._asked

    def _enters(self) -> None:
        line = self._door.enter()
        if line is None:
            return
        if self._asked is None:
            self._asked = line
            self.kept_from = line.receive(Answered).words[1:]
        elif len(self._lines) < MOST_CONNECTIONS:
            self._lines[line] = {}
        else:
            line.close()

    def _heard(self, line: Line) -> None:
        """Does what came by a connection; one that is gone, or says what nobody says, is closed."""
        try:
            came = line.receive(FromStudent)
            if came.launch is not None:
                kernels = self._lines[line]
                if came.launch.functions:
                    kernels[came.launch.kernel] = came.launch.functions
                recording = current_recording()
                assert recording is not None
                functions = kernels[came.launch.kernel]
                if line in self._probing:
                    line.send(garbled(came.launch))
                else:
                    made = run_launch(came.launch, functions, recording, self._sources.check)
                    self.ran = made
                    self.written.add(made)
                    line.send(made)
            if came.told is not None:
                self._told(came.told, line)
            if line in self._probing and came.probed is not None:
                self._probed = came.probed
        except (StudentGone, *BROKEN):
            line.close()
            del self._lines[line]

    def _told(self, told: Told, line: Line) -> None:
        if told.what == "probes":
            self._probing.add(line)
        if told.what == "listed twice":
            self._listed_twice()
        recording = current_recording()
        if told.hazard is None or recording is None:
            return
        if 0 <= told.row < len(recording.launches):
            recording.amend(told.row, told.hazard)

    def done(self, asked: Asked) -> None:
        """Has something done. Raises what it raises."""
        self._answered(asked)

    def value(self, asked: Asked) -> Any:
        """The value that it answers. Raises what it raises."""
        return self._value(self._answered(asked), ())

    def _value(self, answered: Answered, known: Sequence[Any]) -> Any:
        with self.refusing_nonsense():
            (value,) = Unpacker(self.seen_as, known).values(answered.values)
        return value

    def _answered(self, asked: Asked) -> Answered:
        answered = self.ask(asked)
        if answered.raised is not None:
            raise self._exception(answered.raised)
        return answered

    def call(self, number: int, name: str, positional: Any, named: Mapping[str, Any]) -> Any:
        """Calls what is kept there; arrays, lists and dictionaries that it changes are changed."""
        packer = Packer(self._passed)
        arguments = self._packed(packer, [positional, dict(named)])
        launches, began = launch_count(), time.monotonic()
        before = [copied(one) for one in packer.held]
        probes, self.probes = self.probes > 0, self.probes - 1
        asked = Asked("call", number, name, arguments, probe=probes)
        answered = self._answered(asked)
        seconds = time.monotonic() - began
        self.arrays_passed = self.arrays_passed or bool(arguments.views or answered.values.views)
        value = self._value(answered, packer.held)
        if answered.changed.values:
            with self.refusing_nonsense():
                (now,) = Unpacker(self.seen_as).values(answered.changed)
                _take_over(packer.held, now)
        given = [value, *changed(before, packer.held)]
        launched = launch_count() > launches
        asks = probes and launched and any(map(is_result, given))
        if asks and self._is_same_anyway(given, before, packer, seconds):
            raise ComputedWithoutKernel(COMPUTED)
        if (launched or self.has_to_write) and not self.written.holds(given, packer.held):
            self.gave_others = True
            if self.has_to_write:
                raise ComputedWithoutKernel(NOT_WRITTEN)
        return value

    def _is_same_anyway(
        self, given: list[Any], before: list[Any], packer: Packer, seconds: float
    ) -> bool:
        """Whether the same call gives the same where its kernels write something else: then it was
        computed without them. What takes too long, or fails, depends on them.
        """
        self._probed = None
        self.done(Asked("probe"))
        until = time.monotonic() + PROBE_S + PROBE_TIMES * seconds
        while self._probed is None and time.monotonic() < until:
            if self._asked is not None and self._came(wait_s=until - time.monotonic()):
                break
        probed = self._probed
        if probed is None or probed.raised is not None:
            return False
        try:
            (now,) = Unpacker(self.seen_as).values(probed.changed) or [[]]
            (value,) = Unpacker(self.seen_as, now).values(probed.values)
        except (CannotTravel, *BROKEN):
            return False
        return is_same(given, [value, *changed(before, now)])

    def parcel(self, values: Iterable[object]) -> Parcel:
        """Values for its process. Raises TeachersMistake for what cannot be passed."""
        return self._packed(Packer(self._passed), values)

    def _packed(self, packer: Packer, values: Iterable[object]) -> Parcel:
        try:
            return packer.parcel(values)
        except CannotTravel as error:
            raise TeachersMistake(str(error)) from None

    def _passed(self, value: object) -> Kept:
        """What came from the submission goes back by its number."""
        kept = getattr(type(value), "kept_of", None)
        if kept is not None:
            return kept(value)  # type: ignore[no-any-return]
        kind = type(value).__name__
        raise CannotTravel(
            f"{article(kind)} {kind} cannot be passed to a submission, which runs in a process of"
            " its own: pass numbers, texts, arrays, and lists, tuples and dictionaries of them."
        )

    def seen_as(self, kept: Kept | None) -> object:
        """What a test sees of what stays there: the same thing each time."""
        if kept is None:
            raise ValueError
        if kept.kind == "exception":
            return self._class(kept.number, kept.name, kept.bases)
        if kept.kind == "module" and kept.number and is_library(kept.name):
            return sys.modules[kept.name]
        if kept.number not in self._proxies:
            kinds = {"kernel": SubmittedKernel, "module": SubmittedModule}
            self._proxies[kept.number] = kinds.get(kept.kind, Submitted)(self, kept)
        return self._proxies[kept.number]

    def _class(self, number: int, name: str, bases: tuple[str, ...]) -> type[BaseException]:
        """The class of exceptions of that name: a built-in one, or one of the same bases."""
        base = next((one for one in map(_known_exception, bases) if one is not None), Exception)
        if number < 0 and bases[:1] == (base.__name__,):
            return base
        key = (number, name, base)
        if key not in self._classes:
            self._classes[key] = type(name, (base,), {"__str__": _words_of, "__module__": MODULE})
        return self._classes[key]

    def _exception(self, raised: Raised) -> BaseException:
        """Of the same name, with the same words."""
        if raised.cannot_travel:
            return TypeError(raised.words)
        if raised.message is not None:
            return self._own(raised, raised.message)
        kind = self._class(raised.number, raised.name, raised.bases)
        try:
            made = kind(raised.words)
        except TypeError:  # one that wants more than words
            made = Exception(raised.words)
        if str(made) != raised.words:
            made = type(kind.__name__, (kind,), {"__str__": _words_of})(raised.words)
        return made

    def _own(self, raised: Raised, message: Message) -> GpuvizError:
        kinds = (_known_exception(one) for one in raised.bases)
        own = next((k for k in kinds if k is not None and issubclass(k, GpuvizError)), GpuvizError)
        if issubclass(own, LaunchFailed):
            own = type(raised.name, (KernelFailed,), {})
        return own(message, raised.place)

    def capture(self, number: int, key: str, arguments: Sequence[Any]) -> SubmittedCapture | None:
        """A kernel for these arguments; None for one that only its own process can launch."""
        answered = self._answered(Asked("capture", number, key, self.parcel(arguments)))
        if answered.words:
            return None
        with watching():
            self._sources.check(answered.functions)
        return SubmittedCapture(self, number, key, answered)


def launch_count() -> int:
    """Of the recording that is open."""
    recording = current_recording()
    return 0 if recording is None else len(recording.launches)


def is_library(name: str) -> bool:
    """Whether this process has a module of that name which is no teacher's and no student's."""
    file = getattr(sys.modules.get(name), "__file__", None)
    spec = getattr(sys.modules.get(name), "__spec__", None)
    return spec is not None and (file is not None or spec.origin in ("built-in", "frozen"))


def _known_exception(name: str) -> type[Exception] | None:
    """An exception of Python or of gpuviz, by its name."""
    module, _, short = name.rpartition(".")
    if module and module.partition(".")[0] != "gpuviz":
        return None
    found = getattr(sys.modules.get(module) if module else builtins, short, None)
    return found if isinstance(found, type) and issubclass(found, Exception) else None


def _words_of(error: BaseException) -> str:
    return str(error.args[0]) if error.args else ""


def _take_over(before: Sequence[Any], now: Sequence[Any]) -> None:
    """Lets things hold what they hold now, row by row."""
    same = {id(new): old for old, new in zip(before, now, strict=False)}
    for old, new in zip(before, now, strict=False):
        if isinstance(old, np.ndarray):
            if old.flags.writeable and old.size:
                np.copyto(old, new)
        elif isinstance(old, DeviceArray):
            np.copyto(old.data, new.data)
        elif isinstance(old, np.void):
            for name in old.dtype.names or ():
                old[name] = new[name]
        elif isinstance(old, (list, bytearray)):
            old[:] = [same.get(id(one), one) for one in new]
        elif isinstance(old, dict):
            held = {key: same.get(id(one), one) for key, one in new.items()}
            old.clear()
            old.update(held)


class Submitted:
    """A function, a class or an object of a submission."""

    def __init__(self, student: Student, kept: Kept) -> None:
        vars(self).update(_student=student, _kept=kept, __name__=kept.name)

    @staticmethod
    def kept_of(value: Submitted) -> Kept:
        """How it goes back."""
        found: Kept = vars(value)["_kept"]
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._student.value(Asked("get", self._kept.number, name))

    def __setattr__(self, name: str, value: Any) -> None:
        _set(self._student, self._kept, name, value)

    def __call__(self, *positional: Any, **named: Any) -> Any:
        """Has it called there."""
        return self._student.call(self._kept.number, "", positional, named)

    def __getitem__(self, index: Any) -> Any:
        raise NotAKernel(
            f"{self._kept.name} of the submission is neither a kernel nor an array: what is"
            " launched has to be made with @cuda.jit"
        )

    def __len__(self) -> int:
        raise TypeError(self._what())

    def __iter__(self) -> Iterator[Any]:
        raise TypeError(self._what())

    def __bool__(self) -> bool:
        if self._kept.kind == "function":
            return True
        raise TypeError(self._what())

    def _what(self) -> str:
        name = self._kept.name
        return (
            f"what the submission gives is {article(name)} {name}: only numbers, texts and arrays"
            " can be compared"
        )

    def __repr__(self) -> str:
        return f"<{self._kept.name} of the submission>"


def _set(student: Student, kept: Kept, name: str, value: Any) -> None:
    student.done(Asked("set", kept.number, name, student.parcel([value])))


class SubmittedModule(ModuleType):
    """A module of a submission, as the tests import it."""

    def __init__(self, student: Student, kept: Kept, names: Sequence[str] = ()) -> None:
        super().__init__(kept.name)
        vars(self).update(_student=student, _kept=kept)
        if names:
            vars(self).update(__all__=list(names))

    @staticmethod
    def kept_of(value: SubmittedModule) -> Kept:
        """How it goes back."""
        found: Kept = vars(value)["_kept"]
        return found

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return vars(self)["_student"].value(Asked("get", vars(self)["_kept"].number, name))

    @classmethod
    def of(cls, student: Student, names: Sequence[str], file: str) -> SubmittedModule:
        """What was handed in, with the names that `import *` gives."""
        made = cls(student, Kept(0, "module", MODULE), names)
        made.__file__ = file
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("__"):
            vars(self)[name] = value
        else:
            _set(vars(self)["_student"], vars(self)["_kept"], name, value)

    def __dir__(self) -> list[str]:
        return list(vars(self).get("__all__", ()))


class SubmittedCapture:
    """A kernel's text, and what its names stand for, as the student's process has it."""

    def __init__(self, student: Student, number: int, key: str, answered: Answered) -> None:
        self.functions = answered.functions
        self.exceptions = {one.name: student.seen_as(one) for one in answered.exceptions}
        self.device_arrays: dict[str, Any] = {}
        self._tell = functools.partial(Asked, "compiled", number, key)
        self._student = student
        self._told: object = None

    def compiled(self, functions: tuple[tuple[int, str], ...]) -> None:
        """It was compiled: the student's process knows it from then on."""
        if functions is not self._told:
            self._told = functions
            self._student.done(self._tell(functions=functions))


class SubmittedKernel(Kernel):
    """A kernel of a submission: it is launched here, from its text."""

    def __init__(self, student: Student, kept: Kept) -> None:
        told = student.value(Asked("kernel", kept.number))
        is_plain, parameters, defaults, signatures, options, doc, file, line = told
        function = _stub(student, kept, tuple(defaults), str(file), int(line))
        function.__doc__ = doc if isinstance(doc, str) else None
        self._names = tuple(map(str, parameters))
        self._student, self._is_plain, self._kept = student, bool(is_plain), kept
        self._submitted: dict[Any, SubmittedCapture | None] = {}
        declared = tuple(tuple(map(_kind, one)) for one in signatures)
        super().__init__(function, (), (), options)
        self.declared_signatures = declared
        self.specialized = len(declared) == 1

    @staticmethod
    def kept_of(value: SubmittedKernel) -> Kept:
        """How it goes back."""
        return value._kept

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of its parameters."""
        return self._names

    def captured(self, arguments: Sequence[Any]) -> Capture:
        """As the student's process has it for these types."""
        found = self.submitted(arguments)
        assert found is not None
        return found  # type: ignore[return-value]

    def submitted(self, arguments: Sequence[Any]) -> SubmittedCapture | None:
        """The same; None for one that only the student's process can launch."""
        if not self._is_plain:
            return None
        types: Any = "declared" if self.declared_signatures else compiled_for(arguments)
        if types not in self._submitted:
            found = self._student.capture(self._kept.number, repr(types), arguments)
            self._submitted[types] = found
        return self._submitted[types]

    def __getitem__(self, configuration: Any) -> ConfiguredKernel:
        made = super().__getitem__(configuration)
        return ConfiguredSubmitted(self, made.config, configuration)

    def launch_there(self, configuration: Any, arguments: Sequence[Any]) -> None:
        """Lets the student's process launch it: it has arrays or extensions that stay there. The
        arguments hold what the launch wrote here, whatever that process says of them.
        """
        before, self._student.ran = list(map(copied, arguments)), None
        launch = self._student.call(self._kept.number, "__getitem__", (configuration,), {})
        launch(*arguments)
        if self._student.ran is None:
            raise NotAKernel(f"{self._kept.name} of the submission was launched, and no kernel ran")
        written, _ = Unpacker().values(self._student.ran.written)
        for name, argument, old in zip(self.parameters, arguments, before, strict=False):
            data = argument.data if isinstance(argument, DeviceArray) else argument
            if old is not None and data.flags.writeable:
                np.copyto(data, written.get(name, old))


class ConfiguredSubmitted(ConfiguredKernel):
    """A kernel of a submission with its grid and block."""

    def __init__(self, kernel: SubmittedKernel, config: Any, given: Any) -> None:
        super().__init__(kernel, config, given)
        self._kernel, self._given = kernel, given

    def __call__(self, *arguments: Any, **named: Any) -> None:
        """Runs the kernel; when it returns, the launch is over."""
        if not named and self._kernel.submitted(self._kernel.with_defaults(arguments)) is None:
            self._kernel.launch_there(self._given, arguments)
        else:
            super().__call__(*arguments, **named)


def _stub(student: Student, kept: Kept, defaults: tuple[Any, ...], file: str, line: int) -> Any:
    """A function of the kernel's name, which is called as its Python function and stands there."""

    def stub(*positional: Any, **named: Any) -> Any:
        return student.call(kept.number, "py_func", positional, named)

    stub.__name__ = stub.__qualname__ = kept.name
    stub.__module__ = MODULE
    stub.__code__ = stub.__code__.replace(
        co_name=kept.name, co_filename=file, co_firstlineno=max(line, 1)
    )
    stub.__defaults__ = defaults or None
    return stub


def _kind(told: Any) -> Any:
    """A type of a signature."""
    if isinstance(told, dict):
        return ParameterType(np.dtype(told["dtype"]), int(told["ndim"]), str(told["layout"]))
    return tuple(map(_kind, told)) if isinstance(told, tuple) else None
