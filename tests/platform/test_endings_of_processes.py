"""How a worker died, as each system tells it."""

from __future__ import annotations

import pytest

from gpuviz.worker.failures import ended_unexpectedly


@pytest.mark.parametrize(
    ("exit_code", "how", "repair"),
    [
        (0xC0000005, "0xC0000005, STATUS_ACCESS_VIOLATION", "compiled code in the kernel's file"),
        (0xC00000FD, "0xC00000FD, STATUS_STACK_OVERFLOW", "compiled code in the kernel's file"),
        (0xC0000017, "0xC0000017, STATUS_NO_MEMORY", "out of memory: try a smaller size"),
        (3, "exit code 3", "Run again"),
        (-9, "signal 9, SIGKILL", "out of memory: try a smaller size"),
        (-11, "signal 11, SIGSEGV", "compiled code in the kernel's file"),
    ],
)
def test_the_end_of_a_process_is_told_with_what_helps(
    exit_code: int, how: str, repair: str
) -> None:
    told = str(ended_unexpectedly(exit_code))

    assert f"({how})" in told
    assert repair in told
