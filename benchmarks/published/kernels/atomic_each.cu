extern "C" __global__ void atomic_each(const float* x, float* sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@3
    atomicAdd(sums, x[i]); //@4
}
