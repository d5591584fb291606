extern "C" __global__ void gemm_naive_cols(
    const float* a, const float* b, float* c, float alpha, float beta, int m, int n, int k)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y; //@3
    int col = blockIdx.x * blockDim.x + threadIdx.x; //@3
    if (row < m && col < n) { //@4
        float total = 0.0f; //@5
        for (int i = 0; i < k; i++) //@6
            total += a[row * k + i] * b[i * n + col]; //@7
        c[row * n + col] = alpha * total + beta * c[row * n + col]; //@8
    }
}
