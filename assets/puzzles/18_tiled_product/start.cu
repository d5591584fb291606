// Tiled product: C = A B; a block fetches tiles of A and B into shared memory.
// Twin of start.py, where
//     m = a.shape[0]
//     n = b.shape[1]
//     depth = a.shape[1]

__global__ void tiled_product(const float* a, const float* b, float* c, int m, int n, int depth)
{
    __shared__ float tile_a[16][16];
    __shared__ float tile_b[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int side = blockDim.x;
    int col = blockIdx.x * side + tx;
    int row = blockIdx.y * side + ty;
    float total = 0.0f;
    for (int first = 0; first < depth; first += side) {
        // Write here: fetch an element of A and one of B into the tiles; 0 outside of them
        // Then think of what threads do for each other
        for (int k = 0; k < side; k++)
            total += tile_a[ty][k] * tile_b[k][tx];
    }
    if (row < m && col < n)
        c[row * n + col] = total;
}
