#define ALL 0xffffffff

extern "C" __global__ void matvec_block(const float* a, const float* v, float* y, int n)
{
    __shared__ float part[32];
    int row = blockIdx.x; //@4
    int t = threadIdx.x; //@5
    float total = 0.0f; //@6
    for (int col = t; col < n; col += blockDim.x) //@7
        total += a[row * n + col] * v[col]; //@8
    total += __shfl_down_sync(ALL, total, 16); //@9
    total += __shfl_down_sync(ALL, total, 8); //@10
    total += __shfl_down_sync(ALL, total, 4); //@11
    total += __shfl_down_sync(ALL, total, 2); //@12
    total += __shfl_down_sync(ALL, total, 1); //@13
    if (t % 32 == 0) //@14
        part[t / 32] = total; //@15
    __syncthreads(); //@16
    if (t < 32) { //@17
        total = t < 2 ? part[t] : 0.0f; //@18
        total += __shfl_down_sync(ALL, total, 16); //@19
        total += __shfl_down_sync(ALL, total, 8); //@20
        total += __shfl_down_sync(ALL, total, 4); //@21
        total += __shfl_down_sync(ALL, total, 2); //@22
        total += __shfl_down_sync(ALL, total, 1); //@23
        if (t == 0) //@24
            y[row] = total; //@25
    }
}
