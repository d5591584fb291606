__global__ void neighbours(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i + 1 < n)
        y[i] = x[i - 1] + x[i] + x[i + 1];
}
