@cuda.jit
def one_way(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = (2 + i % 2) * x[i]
