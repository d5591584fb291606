__global__ void stride_loop(const float* x, float* y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    int step = 128;
    for (int i = first; i < n; i += step)
        y[i] = 2 * x[i];
}
