__global__ void padding(const float* a, float* b, int m, int n)
{
    __shared__ float tile[32][32];
    int width = blockDim.x, height = blockDim.y;
    int first_col = blockIdx.x * width, first_row = blockIdx.y * height;
    int x = threadIdx.x, y = threadIdx.y;
    if (first_row + y < m && first_col + x < n)
        tile[x][y] = a[(first_row + y) * n + first_col + x];
    __syncthreads();
    for (int row = y; row < width; row += height)
        for (int col = x; col < height; col += width)
            if (first_col + row < n && first_row + col < m)
                b[(first_col + row) * m + first_row + col] = tile[row][col];
}
