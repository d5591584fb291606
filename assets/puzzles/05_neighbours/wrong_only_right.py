@cuda.jit
def neighbours(x, y):
    i = cuda.grid(1)
    if i < x.size:
        total = x[i - 1] + x[i]
        if i + 1 < x.size:
            total += x[i + 1]
        y[i] = total
