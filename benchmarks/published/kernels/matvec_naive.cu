extern "C" __global__ void matvec_naive(const float* a, const float* v, float* y, int m, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x; //@17
    if (row < m) { //@18
        float total = 0.0f; //@19
        for (int col = 0; col < n; col++) //@20
            total += a[row * n + col] * v[col]; //@21
        y[row] = total; //@22
    }
}
