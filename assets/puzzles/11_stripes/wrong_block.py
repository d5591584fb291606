@cuda.jit
def stripes(x, y):
    t = cuda.grid(1)
    for k in range(8):
        i = t + k * cuda.blockDim.x
        if i < x.size:
            y[i] = 2 * x[i]
