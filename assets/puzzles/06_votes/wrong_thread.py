@cuda.jit
def votes(x, counts):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(counts, i, 1)
