@cuda.jit
def votes(x, counts):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.add(counts, x[i], 1)
