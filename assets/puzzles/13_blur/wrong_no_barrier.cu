__global__ void blur(const float* x, float* y, int n)
{
    __shared__ float tile[1032];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;
    int first = blockIdx.x * blockDim.x - RADIUS;
    for (int k = t; k < blockDim.x + 2 * RADIUS; k += blockDim.x) {
        int j = first + k;
        tile[k] = j >= 0 && j < n ? x[j] : 0.0f;
    }
    if (i < n) {
        float total = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; k++)
            total += tile[t + k];
        y[i] = total;
    }
}
