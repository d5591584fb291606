@cuda.jit
def stride_loop(x, y):
    first = cuda.grid(1)
    step = cuda.blockDim.x
    for i in range(first, x.size, step):
        y[i] = 2 * x[i]
