extern "C" __global__ void matmul_naive(
    const float* a, const float* b, float* c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x; //@3
    int row = blockIdx.y * blockDim.y + threadIdx.y; //@3
    if (row < m && col < n) { //@4
        float total = 0.0f; //@5
        for (int i = 0; i < k; i++) //@6
            total += a[row * k + i] * b[i * n + col]; //@7
        c[row * n + col] = total; //@8
    }
}
