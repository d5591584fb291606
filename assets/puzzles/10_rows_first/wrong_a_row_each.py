@cuda.jit
def rows_first(x, y):
    row = cuda.grid(1)
    if row < x.shape[0]:
        for col in range(x.shape[1]):
            y[row, col] = 2 * x[row, col]
