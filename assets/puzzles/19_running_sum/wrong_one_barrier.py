@cuda.jit
def running_sum(x, y):
    part = cuda.shared.array(256, np.float32)
    t = cuda.threadIdx.x
    for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        before = ZERO  # the sum of all that came earlier in this row
        for first in range(0, x.shape[1], cuda.blockDim.x):
            i = first + t
            part[t] = x[row, i] if i < x.shape[1] else ZERO
            cuda.syncthreads()
            distance = 1
            while distance < cuda.blockDim.x:
                if t >= distance:
                    part[t] += part[t - distance]
                cuda.syncthreads()
                distance *= 2
            if i < x.shape[1]:
                y[row, i] = before + part[t]
            before += part[cuda.blockDim.x - 1]
            cuda.syncthreads()
