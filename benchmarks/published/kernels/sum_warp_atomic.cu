#define ALL 0xffffffff

extern "C" __global__ void sum_warp_atomic(const float* x, float* sums, int n)
{
    int start = blockIdx.x * blockDim.x + threadIdx.x; //@17
    int width = blockDim.x * gridDim.x; //@18
    float total0 = 0.0f; //@19
    float total1 = 0.0f; //@20
    float total2 = 0.0f; //@21
    float total3 = 0.0f; //@22
    for (int i = start; i < n; i += width * 4) { //@23
        total0 += x[i]; //@24
        if (i + width < n) //@25
            total1 += x[i + width]; //@26
        if (i + 2 * width < n) //@27
            total2 += x[i + 2 * width]; //@28
        if (i + 3 * width < n) //@29
            total3 += x[i + 3 * width]; //@30
    }
    float total = total0 + total1 + total2 + total3; //@31
    total += __shfl_down_sync(ALL, total, 16); //@32
    total += __shfl_down_sync(ALL, total, 8); //@33
    total += __shfl_down_sync(ALL, total, 4); //@34
    total += __shfl_down_sync(ALL, total, 2); //@35
    total += __shfl_down_sync(ALL, total, 1); //@36
    if (threadIdx.x % 32 == 0) //@37
        atomicAdd(sums, total); //@38
}
