@cuda.jit
def tiled_product(a, b, c):
    col, row = cuda.grid(2)
    if row < c.shape[0] and col < c.shape[1]:
        total = ZERO
        for k in range(a.shape[1]):
            total += a[row, k] * b[k, col]
        c[row, col] = total
