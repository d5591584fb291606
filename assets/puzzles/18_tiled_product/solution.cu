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
        bool inside = row < m && first + tx < depth;
        tile_a[ty][tx] = inside ? a[row * depth + first + tx] : 0.0f;
        inside = first + ty < depth && col < n;
        tile_b[ty][tx] = inside ? b[(first + ty) * n + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < side; k++)
            total += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = total;
}
