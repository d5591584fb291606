@cuda.jit
def hand_down(x, total):
    part = cuda.shared.array(1024, np.float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    part[t] = x[i] if i < x.size else ZERO
    cuda.syncthreads()
    if t % 32 == 0:
        value = ZERO
        for k in range(32):
            value += part[t + k]
        cuda.atomic.add(total, 0, value)
