@cuda.jit(device=True, inline="always")
def largest_of_block(value, part):
    t = cuda.threadIdx.x
    cuda.syncthreads()
    part[t] = value
    cuda.syncthreads()
    active = cuda.blockDim.x
    while active > 1:
        half = (active + 1) // 2
        if t + half < active:
            part[t] = max(part[t], part[t + half])
        cuda.syncthreads()
        active = half
    return part[0]


@cuda.jit(device=True, inline="always")
def sum_of_block(value, part):
    t = cuda.threadIdx.x
    cuda.syncthreads()
    part[t] = value
    cuda.syncthreads()
    active = cuda.blockDim.x
    while active > 1:
        half = (active + 1) // 2
        if t + half < active:
            part[t] += part[t + half]
        cuda.syncthreads()
        active = half
    return part[0]


@cuda.jit
def softmax_rows(x, y):
    part = cuda.shared.array(256, np.float32)
    for row in range(cuda.blockIdx.x, x.shape[0], cuda.gridDim.x):
        largest = LOWEST
        for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
            largest = max(largest, x[row, i])
        largest = largest_of_block(largest, part)
        total = ZERO
        for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
            e = math.exp(x[row, i] - largest)
            y[row, i] = e
            total += e
        total = sum_of_block(total, part)
        for i in range(cuda.threadIdx.x, x.shape[1], cuda.blockDim.x):
            y[row, i] /= total
