@cuda.jit
def rows_first(x, y):
    i = cuda.grid(1)
    if i < x.size:
        row = i // x.shape[1]
        col = i % x.shape[1]
        y[col, row] = 2 * x[col, row]
