@cuda.jit
def guard(x, y):
    i = cuda.grid(1)
    if i < 100:
        y[i] = 2 * x[i]
