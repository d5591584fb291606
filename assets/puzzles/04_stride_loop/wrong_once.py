@cuda.jit
def stride_loop(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = 2 * x[i]
