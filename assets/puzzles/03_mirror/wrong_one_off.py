@cuda.jit
def mirror(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[x.size - i]
