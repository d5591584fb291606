__global__ void one_way(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float factor = 3;
    if (i % 2 == 0)
        factor = 2;
    if (i < n)
        y[i] = factor * x[i];
}
