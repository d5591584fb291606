@cuda.jit
def tiled_product(a, b, c):
    tile_a = cuda.shared.array((16, 16), np.float32)
    tile_b = cuda.shared.array((16, 16), np.float32)
    tx, ty = cuda.threadIdx.x, cuda.threadIdx.y
    side = cuda.blockDim.x
    col, row = cuda.grid(2)
    total = ZERO
    for first in range(0, a.shape[1], side):
        inside = row < a.shape[0] and first + tx < a.shape[1]
        tile_a[ty, tx] = a[row, first + tx] if inside else ZERO
        inside = first + ty < b.shape[0] and col < b.shape[1]
        tile_b[ty, tx] = b[first + ty, col] if inside else ZERO
        cuda.syncthreads()
        for k in range(side):
            total += tile_a[k, ty] * tile_b[tx, k]
        cuda.syncthreads()
    if row < c.shape[0] and col < c.shape[1]:
        c[row, col] = total
