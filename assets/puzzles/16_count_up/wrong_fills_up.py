@cuda.jit
def count_up(x, count):
    here = cuda.shared.array(1, np.int32)
    i = cuda.grid(1)
    if i < x.size and x[i] > 0.5:
        cuda.atomic.add(here, 0, 1)
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(count, 0, here[0])
