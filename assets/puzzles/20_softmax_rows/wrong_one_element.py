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
        i = cuda.threadIdx.x
        mine = x[row, i] if i < x.shape[1] else LOWEST
        largest = largest_of_block(mine, part)
        e = math.exp(mine - largest)
        total = sum_of_block(e, part)
        if i < x.shape[1]:
            y[row, i] = e / total
