@cuda.jit
def cube_guard(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * x[i] * x[i]
