"""What stands for mask, frame, arrays and thread group while statements become code."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from gpuviz.launch import LaunchConfig
from gpuviz.simt.compiled.code import BOOL
from gpuviz.simt.compiled.layout import Layout
from gpuviz.simt.compiled.loop_code import RESULT, UNSET, Entry
from gpuviz.simt.compiled.registers import NotCompilable, Register
from gpuviz.simt.execution.thread_group import ThreadGroup

if TYPE_CHECKING:
    from gpuviz.simt.compiled.thread_context import ThreadContext


INDICES = (
    *("thread_index", "block_index", "lane_index", "global_index"),
    *("unsigned_thread_index", "unsigned_block_index"),
)
"""What statements ask of where a thread stands."""


class ThreadMask:
    """The thread, and the condition under which it gets to a part of an expression."""

    blocks = 1
    lane_count = 1

    def __init__(self, condition: Register | None = None) -> None:
        self.condition: Any = condition

    @property
    def lanes(self) -> Any:
        """Whether the thread is active."""
        return np.bool_(True) if self.condition is None else self.condition

    def split(self, condition: Any) -> tuple[ThreadMask | None, ThreadMask | None]:
        """The thread where `condition` holds, and where not."""
        if not isinstance(condition, Register):
            return (self, None) if condition else (None, self)
        yes: Any = condition.astype(BOOL)
        no: Any = np.logical_not(condition)
        if self.condition is not None:
            yes, no = np.logical_and(self.condition, yes), np.logical_and(self.condition, no)
        return ThreadMask(yes), ThreadMask(no)


class ThreadArray:
    """An array that a variable stands for."""

    outside = None

    def __init__(self, number: int, layout: Layout) -> None:
        self.number = number
        self.layout = layout
        self.shape, self.strides = layout.shape, layout.strides
        self.offset, self.dtype = layout.offset, layout.dtype


class StateOfLaunch:
    """What is set and read of the launch while statements are lowered."""

    statement = 0


class _Variables:
    """The slots of a frame: variables, arrays, and what a statement remembers."""

    def __init__(self, frame: ThreadFrame) -> None:
        self._frame = frame
        self.kept: dict[int, Any] = {}  # within a statement; arguments that are no numbers
        self._remembered: set[int] = set()  # slots that statements use for that
        self._read: set[int] = set()  # slots of variables

    def __getitem__(self, slot: int) -> Any:
        if slot in self.kept:
            return self.kept[slot]
        self._read.add(slot)
        self._check(slot)
        return self._frame.context.read((self._frame.number, slot))

    def __setitem__(self, slot: int, value: Any) -> None:
        self._remembered.add(slot)
        self._check(slot)
        self.kept[slot] = value

    def _check(self, slot: int) -> None:
        """Raises NotCompilable for what one statement leaves there for another."""
        if slot in self._remembered and slot in self._read:
            raise NotCompilable("what is remembered from one statement to the next")


class ThreadFrame:
    """Stands for the frame of the function that the loop is in, or of one that it calls."""

    def __init__(self, context: ThreadContext, number: int) -> None:
        self.context = context
        self.latest = context.code.local()  # where the row of its latest step is
        self.number = number
        self.arguments: dict[int, Any] = {}  # those that are no numbers
        self.checked: set[int] = set()  # variables that may not be set where they are read
        self.variables = _Variables(self)

    def assign(self, slot: int, mask: ThreadMask, value: Any) -> None:
        """The thread sets a variable."""
        if mask.condition is not None:
            raise NotCompilable("a variable that is set within an expression")
        self.variables.kept.pop(slot, None)
        self.context.write((self.number, slot), value)

    def check_set(self, slot: int, mask: ThreadMask, read: Any) -> None:
        """Where the thread never set it, NumPy's way tells."""
        self.checked.add(slot)
        code = self.context.code
        with self.context.under(mask):
            word = self.context.word((self.number, slot)) + 1
            flag = code.fetch(code.element("%state", "i64", word))
            code.guard(code.value(f"icmp ne i64 {flag}, {UNSET}", BOOL))

    def forget(self, slot: int, mask: ThreadMask) -> None:
        """The thread declares a variable anew, without a value."""
        code = self.context.code
        code.put(UNSET, code.element("%state", "i64", self.context.word((self.number, slot)) + 1))

    @property
    def step(self) -> str:
        """The row of the step that it takes."""
        return self.context.code.fetch(self.latest)

    @property
    def result(self) -> Any:
        """What the thread returned."""
        return self.context.read((self.number, RESULT))


class OneThread:
    """Where the thread stands."""

    blocks = 1

    def __init__(self, context: ThreadContext, config: LaunchConfig) -> None:
        self._context = context
        self.config = config

    def __getattr__(self, name: str) -> Any:
        if name not in INDICES:
            raise AttributeError(name)
        context, now = self._context, getattr(_group(self._context.entry), name)
        if not isinstance(now, tuple):
            return context.given(lambda entry: getattr(_group(entry), name), now.dtype)
        axes = range(len(now))
        getters = [functools.partial(_axis, name, axis) for axis in axes]
        return tuple(context.given(getters[axis], now[axis].dtype) for axis in axes)


def _group(entry: Entry) -> ThreadGroup:
    group: ThreadGroup = entry.frame.context.thread_group
    return group


def _axis(name: str, axis: int, entry: Entry) -> Any:
    return getattr(_group(entry), name)[axis]
