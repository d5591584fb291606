@cuda.jit
def count_up(x, count):
    i = cuda.grid(1)
    hits = cuda.syncthreads_count(int(i < x.size and x[i] > 0.5))
    if i == 0:
        cuda.atomic.add(count, 0, hits)
