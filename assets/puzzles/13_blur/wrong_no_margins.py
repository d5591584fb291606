@cuda.jit
def blur(x, y):
    tile = cuda.shared.array(1032, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    first = cuda.blockIdx.x * cuda.blockDim.x - RADIUS
    tile[t + RADIUS] = x[i] if i < x.size else ZERO
    if t < RADIUS:
        tile[t] = ZERO
        tile[cuda.blockDim.x + RADIUS + t] = ZERO
    cuda.syncthreads()
    if i < x.size:
        total = ZERO
        for k in range(2 * RADIUS + 1):
            total += tile[t + k]
        y[i] = total
