"""Ranks of pages that link to each other: each page gathers from those that point at it."""

import numpy as np
from numba import cuda

PAGES, DAMPING, ROUNDS = 200, 0.85, 40


@cuda.jit
def gather(starts, sources, links_out, ranks, fresh, lost):
    page = cuda.grid(1)
    if page >= ranks.size:
        return
    total = 0.0
    for k in range(starts[page], starts[page + 1]):
        total += ranks[sources[k]] / links_out[sources[k]]
    fresh[page] = (1.0 - DAMPING) / ranks.size + DAMPING * (total + lost[0] / ranks.size)


@cuda.jit
def rank_of_dead_ends(links_out, ranks, lost):
    for page in range(cuda.grid(1), ranks.size, cuda.gridsize(1)):
        if links_out[page] == 0:
            cuda.atomic.add(lost, 0, ranks[page])


rng = np.random.default_rng(11)
linked = rng.random((PAGES, PAGES)) < 0.02  # [from, to]
linked[rng.integers(0, PAGES, 5)] = False
links_out = linked.sum(axis=1)
sources = np.concatenate([np.flatnonzero(linked[:, page]) for page in range(PAGES)])
starts = np.concatenate(([0], np.cumsum(linked.sum(axis=0))))

graph = [cuda.to_device(part) for part in (starts, sources, links_out)]
ranks = cuda.to_device(np.full(PAGES, 1 / PAGES))
fresh = cuda.device_array_like(ranks)
for _ in range(ROUNDS):
    lost = cuda.to_device(np.zeros(1))
    rank_of_dead_ends[2, 64](graph[2], ranks, lost)
    gather[(PAGES + 63) // 64, 64](*graph, ranks, fresh, lost)
    ranks, fresh = fresh, ranks
found = ranks.copy_to_host()

expected = np.full(PAGES, 1 / PAGES)
for _ in range(ROUNDS):
    shares = np.where(links_out > 0, expected / np.maximum(links_out, 1), 0)
    spread = shares @ linked + expected[links_out == 0].sum() / PAGES
    expected = (1 - DAMPING) / PAGES + DAMPING * spread
np.testing.assert_allclose(found, expected, rtol=1e-9)
np.testing.assert_allclose(found.sum(), 1, rtol=1e-9)
