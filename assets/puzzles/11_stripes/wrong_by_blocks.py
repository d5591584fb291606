@cuda.jit
def stripes(x, y):
    t = cuda.grid(1)
    for k in range(8):
        i = (
            8 * cuda.blockIdx.x * cuda.blockDim.x
            + 8 * cuda.threadIdx.x
            + (k + cuda.threadIdx.x) % 8
        )
        if i < x.size:
            y[i] = 2 * x[i]
