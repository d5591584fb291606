@cuda.jit
def stride_loop(x, y):
    first = cuda.grid(1)
    step = 128
    for i in range(first, x.size, step):
        y[i] = 2 * x[i]
