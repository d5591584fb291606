#define ALL 0xffffffff

extern "C" __global__ void sum_warp_atomic(const float* x, float* sums, int n)
{
    int start = blockIdx.x * blockDim.x + threadIdx.x; //@3
    int width = blockDim.x * gridDim.x; //@4
    float total0 = 0.0f; //@5
    float total1 = 0.0f; //@6
    float total2 = 0.0f; //@7
    float total3 = 0.0f; //@8
    for (int i = start; i < n; i += width * 4) { //@9
        total0 += x[i]; //@10
        if (i + width < n) //@11
            total1 += x[i + width]; //@12
        if (i + 2 * width < n) //@13
            total2 += x[i + 2 * width]; //@14
        if (i + 3 * width < n) //@15
            total3 += x[i + 3 * width]; //@16
    }
    float total = total0 + total1 + total2 + total3; //@17
    total += __shfl_down_sync(ALL, total, 16); //@18
    total += __shfl_down_sync(ALL, total, 8); //@19
    total += __shfl_down_sync(ALL, total, 4); //@20
    total += __shfl_down_sync(ALL, total, 2); //@21
    total += __shfl_down_sync(ALL, total, 1); //@22
    if (threadIdx.x % 32 == 0) //@23
        atomicAdd(sums, total); //@24
}
