"""A lesson of one's own, as short as one may be: the same step five times."""

from __future__ import annotations

HEAD = """---
lesson: 40
title: One <b>step</b> & more
about: You know `x`.
operations: vector_add
---
"""
STEP = """
## Step {number}
set: size = 40; block = 32

Some **words** and `code`.

? Set the block to 64.
predict: 1* | 2
answer: block.x = 64
hint: Type it.
reveal: {{threads}} threads.
"""
SHORT = HEAD + "".join(STEP.format(number=number) for number in range(1, 6))
