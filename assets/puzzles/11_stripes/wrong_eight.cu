__global__ void stripes(const float* x, float* y, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 8; k++) {
        int i = 8 * t + 7 - k;
        if (i < n)
            y[i] = 2 * x[i];
    }
}
