@cuda.jit
def votes(x, counts):
    i = cuda.grid(1)
    if i < x.size:
        cuda.atomic.max(counts, x[i], counts[x[i]] + 1)
