__global__ void fold(const float* x, double* total, int n)
{
    __shared__ float part[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;
    part[t] = i < n ? x[i] : 0.0f;
    __syncthreads();
    int active = blockDim.x;
    while (active > 1) {
        int middle = (active + 1) / 2;
        if (t + middle < active)
            part[t] += part[t + middle];
        active = middle;
    }
    if (t == 0)
        atomicAdd(total, part[0]);
}
