@cuda.jit
def hand_down(x, total):
    i = cuda.grid(1)
    value = x[i] if i < x.size else ZERO
    offset = 16
    while offset > 0:
        value += cuda.shfl_down_sync(ALL, value, offset)
        offset //= 2
    if cuda.threadIdx.x % 32 == 0:
        cuda.atomic.add(total, 0, value)
