@cuda.jit
def turn_rows(x, y):
    part = cuda.shared.array(256, np.float32)
    for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        for col in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
            part[col] = x[row, col]
            cuda.syncthreads()
        for col in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
            y[row, col] = part[x.shape[1] - 1 - col]
        cuda.syncthreads()
