#define TILE 32

extern "C" __global__ void transpose_tiled(const float* a, float* b, int m, int n)
{
    __shared__ float tile[TILE][TILE];
    int width = blockDim.x, height = blockDim.y; //@4
    int first_col = blockIdx.x * width, first_row = blockIdx.y * height; //@5
    int x = threadIdx.x, y = threadIdx.y; //@6
    if (first_row + y < m && first_col + x < n) //@7
        tile[y][x] = a[(first_row + y) * n + first_col + x]; //@8
    __syncthreads(); //@9
    for (int row = y; row < width; row += height) //@11
        for (int col = x; col < height; col += width) //@13
            if (first_col + row < n && first_row + col < m) //@14
                b[(first_col + row) * m + first_row + col] = tile[col][row]; //@15
}
