"""Where a pattern occurs in a text of bytes; each thread looks at one place."""

import numpy as np
from numba import cuda


@cuda.jit
def search(text, pattern, found):
    i = cuda.grid(1)
    if i > text.size - pattern.size:
        return
    k = 0
    while k < pattern.size and text[i + k] == pattern[k]:
        k += 1
    found[i] = k == pattern.size


words = b"the cat sat on the mat with the other cat"
text = np.frombuffer(words, np.uint8).copy()
pattern = np.frombuffer(b"the", np.uint8).copy()
found = np.zeros(text.size, np.bool_)
search[1, 64](text, pattern, found)
assert list(np.flatnonzero(found)) == [i for i in range(len(words)) if words.startswith(b"the", i)]
