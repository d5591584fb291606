"""What a worker says when a job fails in a way that the job itself did not foresee."""

from __future__ import annotations

import errno
import signal
import traceback

from gpuviz.messages import GpuvizError, Message, RequestRefused, word
from gpuviz.worker.protocol import JobFailure


class JobFailed(Exception):
    """A job raised in its worker."""

    def __init__(self, failure: JobFailure) -> None:
        super().__init__(failure)
        self.failure = failure


def failure_of(error: Exception) -> JobFailure:
    """How an exception reaches the user: a GpuvizError as it is, others as a sentence."""
    if isinstance(error, JobFailed):
        return error.failure
    if isinstance(error, GpuvizError):
        return JobFailure(error)
    if isinstance(error, MemoryError):
        return JobFailure(_out_of_memory())
    if isinstance(error, OSError) and error.errno == errno.ENOSPC:
        return JobFailure(_disk_full())
    return JobFailure(bug(error), "".join(traceback.format_exception(error)))


def bug(error: BaseException) -> GpuvizError:
    """The sentence for an exception that no room of gpuviz should have let out."""
    template = (
        "gpuviz itself failed ({kind}: {text}). This is a mistake in gpuviz, not in your kernel:"
        " please report it with the end of the log file."
    )
    first_line = (str(error).splitlines() or ["no details"])[0]
    return GpuvizError(
        Message("worker.bug", template, {"kind": type(error).__name__, "text": first_line})
    )


def spoke_garbage(file: str, error: Exception) -> JobFailure:
    """The failure of a job whose process sent what no process of gpuviz sends."""
    template = (
        "The process that ran {file} answered with what gpuviz does not understand, and was ended."
        " Does the file's own code replace parts of NumPy or Python, or write to files that it did"
        " not open? Nothing of the answer was used."
    )
    message = Message("worker.garbage", template, {"file": file})
    return JobFailure(GpuvizError(message), f"{file}: {type(error).__name__}: {error}"[:1000])


def ended_unexpectedly(exit_code: int) -> GpuvizError:
    """The sentence for a process that ended during a job; `exit_code` as subprocess gives it."""
    template = "The worker process ended unexpectedly ({how}). {repair}"
    how, repair = _ending(exit_code)
    values = {"how": how, "repair": repair}
    return GpuvizError(Message("worker.ended", template, values))


MEMORY = word("The computer may have run out of memory: try a smaller size.")
COMPILED = word("If it happens again, look for compiled code in the kernel's file.")
AGAIN = word("Run again: a new one starts by itself.")
NT_STATUS = {
    0xC0000005: ("STATUS_ACCESS_VIOLATION", False),
    0xC000001D: ("STATUS_ILLEGAL_INSTRUCTION", False),
    0xC0000094: ("STATUS_INTEGER_DIVIDE_BY_ZERO", False),
    0xC00000FD: ("STATUS_STACK_OVERFLOW", False),
    0xC0000374: ("STATUS_HEAP_CORRUPTION", False),
    0xC0000409: ("STATUS_STACK_BUFFER_OVERRUN", False),
    0xC0000017: ("STATUS_NO_MEMORY", True),
    0xC000012D: ("STATUS_COMMITMENT_LIMIT", True),
}
"""How processes die on Windows, as exit codes ([MS-ERREF] 2.3.1), and whether of too little memory.
"""


def _ending(exit_code: int) -> tuple[object, Message]:
    """How a process ended, and what helps."""
    of_memory, of_code = _after(MEMORY, AGAIN), _after(AGAIN, COMPILED)
    if exit_code in NT_STATUS:
        name, is_memory = NT_STATUS[exit_code]
        return f"0x{exit_code:08X}, {name}", of_memory if is_memory else of_code
    if exit_code >= 0:
        return word("exit code {number}", number=exit_code), AGAIN
    known = -exit_code in set(signal.Signals)
    name = signal.Signals(-exit_code).name if known else "?"
    how = word("signal {number}, {name}", number=-exit_code, name=name)
    return how, of_memory if name == "SIGKILL" else of_code


def _after(first: Message, second: Message) -> Message:
    return word("{one} {other}", one=first, other=second)


def _out_of_memory() -> RequestRefused:
    template = (
        "This computer's memory is not large enough for the arrays of this launch:"
        " choose a smaller size."
    )
    return RequestRefused(Message("worker.out-of-memory", template))


def _disk_full() -> RequestRefused:
    template = (
        "The disk with the temporary files is full: free some space, or choose a smaller size."
    )
    return RequestRefused(Message("worker.disk-full", template))
