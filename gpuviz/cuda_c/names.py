"""What sentences call by its name in Python's CUDA, by that in CUDA C."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from gpuviz.messages import Message

IN_C: Mapping[str, str] = {
    "cuda.syncthreads()": "__syncthreads()",
    "cuda.syncwarp()": "__syncwarp()",
    "cuda.threadfence()": "__threadfence()",
    "cuda.atomic.add": "atomicAdd()",
    "cuda.atomic.max": "atomicMax()",
    "cuda.synchronize()": "cudaDeviceSynchronize()",
    "copy_to_host()": "cudaMemcpy()",
    "cuda.cg.this_grid().sync()": "cooperative_groups::this_grid().sync()",
}


def in_c(words: str) -> str:
    """Words about a kernel of Python as they are said of one in CUDA C."""
    for python, c in IN_C.items():
        words = words.replace(python, c)
    return words


def in_python(words: str) -> str:
    """The other way round."""
    for python, c in IN_C.items():
        words = words.replace(c, python)
    return words


def said_of_c(message: Message) -> Message:
    """A sentence with the names of CUDA C, in the sentences that are its values, too."""
    values = {
        name: said_of_c(value) if isinstance(value, Message) else value
        for name, value in message.values.items()
    }
    return replace(message, template=in_c(message.template), values=values)
