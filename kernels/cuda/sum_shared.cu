#define LARGEST_BLOCK 1024

extern "C" __global__ void sum_shared(const float* x, float* total, int n)
{
    __shared__ float part[LARGEST_BLOCK];
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@4
    int t = threadIdx.x; //@5
    part[t] = i < n ? x[i] : 0.0f; //@6
    __syncthreads(); //@7
    int active = blockDim.x; //@8
    while (active > 1) { //@9
        int half = (active + 1) / 2; //@10
        if (t + half < active) //@11
            part[t] += part[t + half]; //@12
        __syncthreads(); //@13
        active = half; //@14
    }
    if (t == 0) //@15
        atomicAdd(total, part[0]); //@16
}
