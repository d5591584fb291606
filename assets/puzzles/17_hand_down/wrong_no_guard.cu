__global__ void hand_down(const float* x, double* total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = x[i];
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_down_sync(ALL, value, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(total, value);
}
