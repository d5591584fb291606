@cuda.jit
def fold(x, total):
    part = cuda.shared.array(1024, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    part[t] = x[i] if i < x.size else ZERO
    cuda.syncthreads()
    active = cuda.blockDim.x
    while active > 1:
        half = (active + 1) // 2
        if t < half:
            part[t] += part[t + half]
        cuda.syncthreads()
        active = half
    if t == 0:
        cuda.atomic.add(total, 0, part[0])
