"""A kernel file that is as small as can be, and what an action says."""

from __future__ import annotations

from collections.abc import Callable

from gpuviz.messages import GpuvizError

SMALLEST = '''"""Square: y = x * x."""
import nothing_that_exists
raise SystemExit("this file must not be run")

SIZES = {"n": 1000}
THREADS = ("n",)


@cuda.jit
def square(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i]


def inputs(n, seed):
    return {"x": n, "y": seed}
'''


def words_of(action: Callable[[], str]) -> str:
    """What an action gives, or the words of its refusal; anything else that it raises is a bug."""
    try:
        return action()
    except GpuvizError as error:
        return error.message.text
