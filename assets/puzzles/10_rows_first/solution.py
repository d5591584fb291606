@cuda.jit
def rows_first(x, y):
    i = cuda.grid(1)
    if i < x.size:
        row = i // x.shape[1]
        col = i % x.shape[1]
        y[row, col] = 2 * x[row, col]
