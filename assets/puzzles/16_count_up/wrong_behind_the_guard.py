@cuda.jit
def count_up(x, count):
    i = cuda.grid(1)
    if i < x.size:
        hits = cuda.syncthreads_count(int(x[i] > 0.5))
        if cuda.threadIdx.x == 0:
            cuda.atomic.add(count, 0, hits)
