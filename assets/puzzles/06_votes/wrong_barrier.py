@cuda.jit
def votes(x, counts):
    i = cuda.grid(1)
    seen = 0
    if i < x.size:
        seen = counts[x[i]]
    cuda.syncthreads()
    if i < x.size:
        counts[x[i]] = seen + 1
