@cuda.jit
def stripes(x, y):
    t = cuda.grid(1)
    for k in range(8):
        i = t + 8 * k
        if i < x.size:
            y[i] = 2 * x[i]
