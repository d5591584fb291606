"""Runs the host code of a kernel file: inputs, CPU twins, check. For worker processes only.

Numba comes in with the file itself: whether that is the real `numba.cuda` or Numba's simulator was
settled by whoever started the process.
"""

from __future__ import annotations

import copy
import inspect
import re
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from gpuviz.cuda.stand_in import standing_in
from gpuviz.engines.arguments import checked_arguments
from gpuviz.engines.chosen_inputs import Made, changed, for_reference, tolerance
from gpuviz.engines.comparison import compare
from gpuviz.engines.loading import FilesBeside, load_module
from gpuviz.engines.wrong_elements import WrongElements, wrong_elements
from gpuviz.messages import EnglishTemplate, Message, RequestRefused, SourcePlace, word
from gpuviz.operation import OperationInfo, describe_runnable
from gpuviz.operation.inputs import Inputs

NOTHING_CHECKED = Message(
    "host.nothing-checked", "The file has no numpy_twin, so nothing was checked."
)
NOTHING_CHECKED_IN_C = Message(
    "host.nothing-checked",
    "A file of CUDA C has no reference in NumPy, so its result was compared with nothing.",
)
Kernels = Literal["numba", "emulated"]
"""Whose `@cuda.jit` a file was loaded with."""
MOST_KEPT = 8  # loaded files
USER_ERRORS = (Exception, SystemExit, KeyboardInterrupt)
"""What code of the user's may raise without ending the process: Ctrl-C is not heard in workers."""
LONGEST_WORDS = 300
TERMINAL_COLOUR = re.compile(r"\x1b\[[0-9;]*m")  # Numba's errors have them


@dataclass(frozen=True, slots=True)
class LoadedOperation:
    """A kernel file whose top level has run; of a pipeline, `kernel` is its host function.

    `inputs` are changes to what the file makes.
    """

    info: OperationInfo
    module: ModuleType
    beside: FilesBeside
    inputs: Inputs = ()

    def with_inputs(self, inputs: Inputs) -> LoadedOperation:
        """The same file with other changes to its inputs."""
        return replace(self, inputs=inputs)

    @property
    def tolerance(self) -> float:
        """How far a result may be off: see `comparison.compare`."""
        return tolerance(self.info.tolerance, self.inputs)

    @property
    def kernel(self) -> Any:
        """What `@cuda.jit` made; `.py_func` is the function as written.

        Raises RequestRefused for CUDA C, which has none.
        """
        check_python(self.info)
        return getattr(self.module, self.info.kernel)

    @property
    def host_function(self) -> Callable[..., object]:
        """Of a pipeline what the emulator calls: its host function, also in CUDA C."""
        function: Callable[..., object] = getattr(self.module, self.info.kernel)
        return function

    def twin(self, name: str) -> Callable[..., object] | None:
        """numpy_twin, one_thread or all_threads, None when the file has none."""
        return getattr(self.module, name) if name in self.info.twins else None

    def arguments(self, size: Sequence[int], seed: int) -> dict[str, object]:
        """The kernel's arguments by parameter, in the kernel's order.

        Raises RequestRefused when `inputs` fails or makes something else than the kernel takes, and
        for a choice that does not fit.
        """
        return self.made(size, seed).arguments

    def made(self, size: Sequence[int], seed: int) -> Made:
        """The same, and what is to be said of them."""
        sizes = dict(zip(self.info.size_names, self.info.sizes(size), strict=True))
        with user_code(self.info, "inputs"):
            made = self.module.inputs(**sizes, seed=seed)
        arguments = checked_arguments(self.info, made, self._place_of("inputs"))
        return (
            changed(arguments, self.inputs, seed, self.info.outputs)
            if self.inputs
            else Made(arguments)
        )

    def reference(self, arguments: Mapping[str, object]) -> dict[str, NDArray[Any]]:
        """What the kernel has to write, by output, from numpy_twin on copies of `arguments`.

        Empty when the file has no numpy_twin. Raises RequestRefused when it fails.
        """
        twin = self.twin("numpy_twin")
        if twin is None:
            return {}
        with user_code(self.info, "numpy_twin"):
            copies = self._copies(arguments)
            returned = twin(*copies.values())
        if returned is not None:
            raise _returned_value(self.info, self._place_of("numpy_twin"))
        with np.errstate(over="ignore", invalid="ignore"):
            return {
                name: copies[name].astype(arguments[name].dtype, copy=False)  # type: ignore[attr-defined]
                for name in self.info.outputs
            }

    def expectation(
        self, arguments: Mapping[str, object]
    ) -> tuple[dict[str, NDArray[Any]], tuple[Message, ...]]:
        """`reference`, and why nothing can be checked where it is empty.

        A twin that fails on chosen inputs checks nothing: its file did not foresee them.
        """
        try:
            expected = self.reference(arguments)
        except RequestRefused as refused:
            if not self.inputs:
                raise
            template = (
                "numpy_twin does not work on the chosen inputs ({kind}: {words}), so the result was"
                " compared with nothing."
            )
            known = refused.message.values
            values = {"kind": known.get("kind", ""), "words": known.get("words", "")}
            return {}, (Message("host.twin-not-meant", template, values),)
        is_c = self.info.c_launch is not None
        nothing = NOTHING_CHECKED_IN_C if is_c else NOTHING_CHECKED
        return expected, () if expected else (nothing,)

    def _copies(self, arguments: Mapping[str, object]) -> dict[str, Any]:
        if self.inputs:
            return for_reference(arguments, self.inputs)
        return copy.deepcopy(dict(arguments))

    def _place_of(self, function: str) -> SourcePlace:
        written = inspect.unwrap(getattr(self.module, function))
        return SourcePlace(str(self.info.path), written.__code__.co_firstlineno)


Loader = Callable[[Path, Kernels], LoadedOperation]
"""As `load_operation`."""

_kept: dict[tuple[OperationInfo, Kernels], LoadedOperation] = {}


def load_operation(path: Path, kernels: Kernels = "numba") -> LoadedOperation:
    """Reads a kernel file and runs its top level; once for each state of the file.

    Of "emulated" ones numba.cuda is the drop-in.
    Raises RequestRefused, with the line in the file, for what is wrong with it.
    """
    return load_described(describe_runnable(path), kernels)


def error_words(error: BaseException) -> str:
    """What an error of the user's code says, on one line without its full stop; may be empty."""
    words = " ".join(TERMINAL_COLOUR.sub("", _said(error)).split()).rstrip(".")
    return words if len(words) <= LONGEST_WORDS else f"{words[: LONGEST_WORDS - 1]}…"


def check_outputs(
    loaded: LoadedOperation,
    outputs: Mapping[str, NDArray[Any]],
    expected: Mapping[str, NDArray[Any]],
) -> tuple[bool | None, float | None]:
    """(correct, largest absolute error); see `comparison.compare` for what counts as right.

    Of `outputs` only those count that are expected. correct is None when nothing is
    (NOTHING_CHECKED says why); the error is None when it is not a finite number.
    """
    if not expected:
        return None, None
    tolerance = loaded.tolerance
    results = [compare(outputs[name], want, tolerance) for name, want in expected.items()]
    errors = [error for _, error in results]
    finite = [error for error in errors if error is not None]
    largest = max(finite) if len(finite) == len(errors) else None
    return all(right for right, _ in results), largest


def wrong_outputs(
    loaded: LoadedOperation,
    outputs: Mapping[str, NDArray[Any]],
    expected: Mapping[str, NDArray[Any]],
) -> tuple[WrongElements, ...]:
    """Where outputs differ from what is expected, one entry for each output that does."""
    tolerance = loaded.tolerance
    found = (wrong_elements(name, outputs[name], expected[name], tolerance) for name in expected)
    return tuple(wrong for wrong in found if wrong is not None)


def load_described(info: OperationInfo, kernels: Kernels) -> LoadedOperation:
    """The same of a text that may not be that of the file.

    Keeps what Numba has compiled; an edited file is loaded anew, one beside it that it imports
    as well.
    """
    found = _kept.pop((info, kernels), None)
    if found is None or not found.beside.are_current:
        stands = standing_in() if kernels == "emulated" else nullcontext()
        with user_code(info, word("The file's own code")), stands:
            found = LoadedOperation(info, *_module(info, kernels))
    _kept[info, kernels] = found
    while len(_kept) > MOST_KEPT:
        del _kept[next(iter(_kept))]
    return found


def _module(info: OperationInfo, kernels: Kernels) -> tuple[ModuleType, FilesBeside]:
    """The module of a file; of CUDA C what makes its inputs, or the kernel in Python beside it.

    Of a script an empty one: it runs when it is asked to launch, and as a whole.
    """
    if info.is_script:
        return ModuleType(info.name), FilesBeside({})
    if info.c_launch is None:
        return load_module(info)
    if info.is_pipeline:
        from gpuviz.engines.c_program import module_of as program_of

        return program_of(info)
    if info.twin_path is not None:
        beside = load_operation(info.twin_path, kernels)
        return beside.module, beside.beside
    from gpuviz.engines.c_kernel import module_of

    return module_of(info)


@contextmanager
def user_code(info: OperationInfo, what: object) -> Iterator[None]:
    """Turns whatever `what` of the file raises into RequestRefused with the line that raised."""
    try:
        yield
    except RequestRefused as error:
        if info.c_launch is not None:  # nothing of it is executed: the sentence is gpuviz's own
            raise
        template = "{what} stopped with {kind}: {words}. Repair this in the file."
        raise _failure(info, "failed", template, what, error) from error
    except MemoryError as error:
        template = (
            "{what} needs more memory than this machine has left ({words}): choose a smaller size."
        )
        raise _failure(info, "no-memory", template, what, error) from error
    except FileNotFoundError as error:
        template = "{what} needs the file {words}, which is not there: put it back, or make it."
        raise _failure(info, "no-file", template, what, error) from error
    except USER_ERRORS as error:
        template = "{what} stopped with {kind}: {words}. Repair this in the file."
        raise _failure(info, "failed", template, what, error) from error


def _failure(
    info: OperationInfo, code: str, template: EnglishTemplate, what: object, error: BaseException
) -> RequestRefused:
    kind = type(error).__name__
    missing = error.filename if isinstance(error, FileNotFoundError) else None
    values = {"what": what, "kind": kind, "words": missing or error_words(error) or kind}
    return RequestRefused(Message(f"host.{code}", template, values), _place(info, error))


def _place(info: OperationInfo, error: BaseException) -> SourcePlace | None:
    """The innermost line of the user's file in the error's traceback."""
    lines = [
        line
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename == str(info.path)
    ]
    return SourcePlace(str(info.path), lines[-1]) if lines else None


def check_python(info: OperationInfo) -> None:
    """Raises RequestRefused for CUDA C, which only the emulator runs."""
    if info.c_launch is not None:
        raise RequestRefused(_only_emulated(info))


def _only_emulated(info: OperationInfo) -> Message:
    template = (
        "{file} is CUDA C, which only gpuviz's emulator runs: leave out --engine and name a device"
        " to be modelled, or compile it with nvcc."
    )
    return Message("host.only-emulated", template, {"file": info.path.name})


def _returned_value(info: OperationInfo, place: SourcePlace) -> RequestRefused:
    template = (
        "numpy_twin of {name} returned a value, but has to fill the outputs in place,"
        " for example {output}[:] = ..."
    )
    values = {"name": info.name, "output": info.outputs[0]}
    return RequestRefused(Message("host.returned", template, values), place)


def _said(error: BaseException) -> str:
    """The words of an error; none where a class of the user's fails to give them."""
    try:
        return str(error)
    except Exception:
        return ""
