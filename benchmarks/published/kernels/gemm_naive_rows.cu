extern "C" __global__ void gemm_naive_rows(
    const float* a, const float* b, float* c, float alpha, float beta, int m, int n, int k)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x; //@18
    int col = blockIdx.y * blockDim.y + threadIdx.y; //@18
    if (row < m && col < n) { //@19
        float total = 0.0f; //@20
        for (int i = 0; i < k; i++) //@21
            total += a[row * k + i] * b[i * n + col]; //@22
        c[row * n + col] = alpha * total + beta * c[row * n + col]; //@23
    }
}
