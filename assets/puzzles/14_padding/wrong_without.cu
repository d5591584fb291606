__global__ void padding(const float* a, float* b, int m, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < m && col < n)
        b[col * m + row] = a[row * n + col];
}
