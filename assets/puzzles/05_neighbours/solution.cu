__global__ void neighbours(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float total = x[i];
        if (i > 0)
            total += x[i - 1];
        if (i + 1 < n)
            total += x[i + 1];
        y[i] = total;
    }
}
