__global__ void leftover(const float* x, double* total, int n)
{
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;
    if (i < n)
        part[t] = x[i];
    else if (i < 256)
        part[i] = 0.0f;
    __syncthreads();
    if (t == 0) {
        float found = 0.0f;
        for (int k = 0; k < blockDim.x; k++)
            found += part[k];
        atomicAdd(total, found);
    }
}
