@cuda.jit
def padding(a, b):
    col, row = cuda.grid(2)
    if row < a.shape[0] and col < a.shape[1]:
        b[col, row] = a[row, col]
