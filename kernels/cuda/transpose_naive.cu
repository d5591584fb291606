extern "C" __global__ void transpose_naive(const float* a, float* b, int m, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x; //@3
    int row = blockIdx.y * blockDim.y + threadIdx.y; //@3
    if (row < m && col < n) //@4
        b[col * m + row] = a[row * n + col]; //@5
}
