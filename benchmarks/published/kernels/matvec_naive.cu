extern "C" __global__ void matvec_naive(const float* a, const float* v, float* y, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x; //@3
    if (row < m) { //@4
        float total = 0.0f; //@5
        for (int col = 0; col < n; col++) //@6
            total += a[row * n + col] * v[col]; //@7
        y[row] = total; //@8
    }
}
