"""A student's process: loads what was handed in, does what it is asked for, and says what came of
it. What was handed in may replace whatever runs here: nobody believes more of it than values.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import json
import os
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

from gpuviz.api.apart.launches import LaunchesThere
from gpuviz.api.apart.messages import MODULE, Answered, Asked, FromStudent, Raised, Told, cut, plain
from gpuviz.api.apart.values import CannotTravel, Kept, Packer, Parcel, Unpacker
from gpuviz.api.apart.wire import Knocks, OwnLines, SayWhere, StudentGone
from gpuviz.api.job import ScriptJob
from gpuviz.api.script_process import ScriptProcess
from gpuviz.cuda.dispatcher import Kernel
from gpuviz.cuda.recording import Recording
from gpuviz.cuda.signature import ParameterType
from gpuviz.messages import GpuvizError
from gpuviz.simt.capture import Capture
from gpuviz.simt.execute import ExecutionOptions
from gpuviz.trace import Hazard, Trace

KINDS: Mapping[str, tuple[type, ...]] = {
    "module": (ModuleType,),
    "function": (type, types.FunctionType, types.BuiltinFunctionType, types.MethodType),
}
LOADS = f"import {MODULE}\n"
KEPT_OPTIONS = (bool, int, float, str, tuple, type(None))


class StudentProcess:
    """Loads a submission, and answers until nobody asks any more."""

    def __init__(self, job: ScriptJob, folder: Path, knock: Knocks) -> None:
        self._job, self._folder = job, folder
        self._asked = knock()  # who grades takes the first one for that by which it asks
        self._lines = OwnLines(knock)
        self._recordings = RecordingsThere(job, self._lines)
        self._before: Any = None  # a copy of this process
        self._pid = os.getpid()
        self._kept: list[Any] = []
        self._numbers: dict[int, int] = {}
        self._captures: dict[tuple[int, str], Capture] = {}

    def script(self) -> ScriptProcess:
        """For a submission that runs by itself: how it ends is told at the end."""
        return ScriptProcess(self._job, self._folder, _Ended(self), self._recordings)

    def serve(self, say_where: SayWhere) -> None:
        """For one that tests use: waits until it is asked for, then answers."""
        try:
            asked = self._asked.receive(Asked)
        except StudentGone:
            return
        if asked.seconds is not None and asked.seconds > 0:
            say_where(asked.seconds)
        sys.meta_path.insert(0, _Finder(self._job.submission or ""))
        job = replace(self._job, text=LOADS)
        process = ScriptProcess(job, self._folder, _Ended(self), self._recordings)
        process.run(self._answer_all)
        process.finish()

    def tell(self, answered: Answered) -> None:
        """Answers what was asked last; a process that was forked has nothing to say."""
        if os.getpid() == self._pid:
            self._asked.send(answered)

    def _answer_all(self, _: ModuleType) -> None:
        module = sys.modules[MODULE]
        self._keep(module)
        names = getattr(module, "__all__", None) or [n for n in vars(module) if n[:1] != "_"]
        self.tell(Answered(words=("loaded", *(str(one) for one in names))))
        while os.getpid() == self._pid:
            try:
                asked = self._asked.receive(Asked)
            except StudentGone:
                os._exit(0)
            answered = self._answer(asked)
            self.tell(answered)
        sys.stdout.flush()
        os._exit(0)

    def _answer(self, asked: Asked) -> Answered:
        answers: dict[str, Callable[[Asked], Answered]] = {
            "get": self._get,
            "set": self._set,
            "call": self._call,
            "kernel": self._kernel,
            "capture": self._capture,
            "compiled": self._compiled,
            "probe": self._probe,
        }
        try:
            return answers[asked.what](asked)
        except BaseException as error:  # whatever a student's code may raise
            return Answered(raised=self._raised(error))

    def _get(self, asked: Asked) -> Answered:
        return self._answered([getattr(self._kept[asked.number], asked.name)])

    def _set(self, asked: Asked) -> Answered:
        (value,) = Unpacker(self._take).values(asked.arguments)
        setattr(self._kept[asked.number], asked.name, value)
        return Answered()

    def _call(self, asked: Asked) -> Answered:
        """What it gives, and the arguments as the call has left them."""
        if asked.probe and sys.platform != "win32":
            from gpuviz.api.apart.forking import Before

            self._before = Before(self._before)
            if self._before.is_copy:
                self._probed(replace(asked, probe=False))
        unpacker = Unpacker(self._take)
        positional, named = unpacker.values(asked.arguments)
        called = self._kept[asked.number]
        if asked.name:
            called = getattr(called, asked.name)
        value = called(*positional, **named)
        known = {id(one): row for row, one in enumerate(unpacker.seen)}
        packer = Packer(self._keep, known)
        return Answered(packer.parcel([value]), changed=_changed(unpacker.seen))

    def _probe(self, asked: Asked) -> Answered:
        """Lets the copy that waits make the call that was made last."""
        if self._before is not None:
            self._before.go()
        return Answered()

    def _probed(self, asked: Asked) -> NoReturn:
        """Makes the call in the copy, and tells what came of it."""
        try:
            self._lines.first = FromStudent(told=Told("probes"))
            self._lines.line().send(FromStudent(probed=self._answer(asked)))
        finally:
            os._exit(0)

    def _kernel(self, asked: Asked) -> Answered:
        """Whether it can be launched elsewhere; its parameters, defaults, signatures, options, what
        it says of itself, and where it stands.
        """
        kernel = self._kept[asked.number]
        assert isinstance(kernel, Kernel)
        signatures = [[_kind(one) for one in sig] for sig in kernel.declared_signatures]
        options = {
            name: one for name, one in kernel.options.items() if isinstance(one, KEPT_OPTIONS)
        }
        told = [
            not kernel.extensions,
            list(kernel.parameters),
            kernel.py_func.__defaults__ or (),
            signatures,
            options,
            kernel.py_func.__doc__,
            kernel.py_func.__code__.co_filename,
            kernel.py_func.__code__.co_firstlineno,
        ]
        return self._answered([told])

    def _capture(self, asked: Asked) -> Answered:
        """Its text, and what its names stand for; not for who has arrays in device memory."""
        kernel = self._kept[asked.number]
        assert isinstance(kernel, Kernel)
        captured = kernel.captured(Unpacker(self._take).values(asked.arguments))
        self._captures[asked.number, asked.name] = captured
        if captured.device_arrays:
            return Answered(words=("here",))
        exceptions = tuple(self._exception(one) for one in captured.exceptions.values())
        return Answered(functions=captured.functions, exceptions=exceptions)

    def _compiled(self, asked: Asked) -> Answered:
        self._captures[asked.number, asked.name].compiled(asked.functions)
        return Answered()

    def _answered(self, values: list[Any]) -> Answered:
        return Answered(Packer(self._keep).parcel(values))

    def _keep(self, value: Any) -> Kept:
        number = self._numbers.get(id(value))
        if number is None:
            number = self._numbers[id(value)] = len(self._kept)
            self._kept.append(value)
        if isinstance(value, Kernel):
            return Kept(number, "kernel", _name_of(value))
        if isinstance(value, type) and issubclass(value, BaseException):
            return self._exception(value)
        kinds = (kind for kind, known in KINDS.items() if isinstance(value, known))
        return Kept(number, next(kinds, "object"), _name_of(value))

    def _exception(self, kind: type[BaseException]) -> Kept:
        number = self._numbers.setdefault(id(kind), len(self._kept))
        if number == len(self._kept):
            self._kept.append(kind)
        return Kept(number, "exception", cut(kind.__name__), _bases(kind))

    def _take(self, kept: Kept) -> object:
        return self._kept[kept.number]

    def _raised(self, error: BaseException) -> Raised:
        kind = type(error)
        number = self._exception(kind).number if kind.__module__ != "builtins" else -1
        if isinstance(error, CannotTravel):
            return Raised("TypeError", ("TypeError",), _words(error), cannot_travel=True)
        if isinstance(error, GpuvizError):
            told = plain(error.message)
            return Raised(kind.__name__, _bases(kind), "", number, told, error.place)
        return Raised(cut(kind.__name__), _bases(kind), _words(error), number)


class RecordingsThere:
    """Hears of launches here, of which the process that grades tells."""

    def __init__(self, job: ScriptJob, lines: OwnLines) -> None:
        self._job, self._lines = job, lines
        self._there = LaunchesThere(lines)

    def recording(self) -> Recording:
        """A recording for one run, whose launches are run there."""
        first = len(self._there.rows)
        made = Recording(
            self._job.device,
            ExecutionOptions(record=False, snapshot_bytes=0),
            keep=lambda trace: self._kept(made, first, trace),
            amended=lambda row, hazard: self._late(made, first, row, hazard),
            overall=True,
            execute=self._there.execute,
        )
        return made

    def now_listed_twice(self) -> None:
        """Tells the process that grades, which lists the launches."""
        self._lines.line().send(FromStudent(told=Told("listed twice")))

    def _kept(self, recording: Recording, first: int, trace: Trace) -> Trace:
        """Races with launches of before are found here."""
        for hazard in trace.hazards:
            self._late(recording, first, len(self._there.rows) - 1 - first, hazard)
        return trace

    def _late(self, recording: Recording, first: int, row: int, hazard: Hazard) -> None:
        folder, rows = recording.folder, self._there.rows
        found = hazard.with_files(lambda name: str((folder or Path()) / name))
        if found.other_launch is not None:
            found = replace(found, other_launch=rows[first + found.other_launch - 1] + 1)
        told = Told("late", rows[first + row], found)
        self._lines.line().send(FromStudent(told=told))


class _Ended:
    """Tells the process that grades how a script has ended, and nothing else."""

    def __init__(self, student: StudentProcess) -> None:
        self._student, self._pid = student, os.getpid()

    @property
    def is_of_script(self) -> bool:
        """Whether this is the process that was started, and not one that it forked."""
        return os.getpid() == self._pid

    def write(self, kind: str, **values: object) -> None:
        """Sends the end of the script; other events are told where launches are run."""
        if kind == "ended":
            self._student.tell(Answered(words=("ended", json.dumps(values))))


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds what was handed in as the module `submission`."""

    def __init__(self, file: str) -> None:
        self._file = file

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Its spec for that name; None for all others."""
        return importlib.machinery.ModuleSpec(name, self) if name == MODULE else None

    def exec_module(self, module: ModuleType) -> None:
        """Another module takes its place, in which importlib locks nothing: what was handed in may
        start processes while it is loaded.
        """
        sys.path.insert(0, str(Path(self._file).parent))
        loader = SourceFileLoader(MODULE, self._file)  # by itself Python knows no endings but .py
        spec = spec_from_loader(MODULE, loader)
        assert spec is not None
        made = module_from_spec(spec)
        sys.modules[MODULE] = made
        loader.exec_module(made)


def _changed(seen: list[Any]) -> Parcel:
    """What arrays, lists and dictionaries hold now, by the rows in which they came."""
    packer = Packer()
    try:
        return packer.parcel([seen])
    except CannotTravel:  # a list of the teacher's now holds something of the student's
        return Parcel()


def _kind(kind: Any) -> Any:
    """A type of a signature as plain values."""
    if isinstance(kind, ParameterType):
        return {"dtype": kind.dtype, "ndim": kind.ndim, "layout": kind.layout}
    return tuple(map(_kind, kind)) if isinstance(kind, tuple) else None


def _bases(kind: type) -> tuple[str, ...]:
    """Of the classes that it is, the names of Python's own and of gpuviz's exceptions."""
    return tuple(
        one.__name__ if one.__module__ == "builtins" else f"{one.__module__}.{one.__name__}"
        for one in kind.__mro__
        if one.__module__ == "builtins" or one.__module__.partition(".")[0] == "gpuviz"
    )


def _words(error: BaseException) -> str:
    try:
        return cut(str(error))
    except Exception:
        return ""


def _name_of(value: Any) -> str:
    name = getattr(value, "__name__", None)
    if isinstance(name, str) and isinstance(value, (type, types.FunctionType, ModuleType, Kernel)):
        return cut(name)
    return cut(type(value).__name__)
