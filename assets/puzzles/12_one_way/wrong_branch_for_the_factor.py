@cuda.jit
def one_way(x, y):
    i = cuda.grid(1)
    if i < x.size:
        factor = 2
        if i % 2 == 1:
            factor = 3
        y[i] = factor * x[i]
