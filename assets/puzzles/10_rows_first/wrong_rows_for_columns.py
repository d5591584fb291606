@cuda.jit
def rows_first(x, y):
    i = cuda.grid(1)
    if i < x.size:
        row = i // x.shape[0]
        col = i % x.shape[0]
        y[row, col] = 2 * x[row, col]
