#define ALL 0xffffffff

extern "C" __global__ void matvec_block(const float* a, const float* v, float* y, int n)
{
    __shared__ float part[32];
    int row = blockIdx.x; //@18
    int t = threadIdx.x; //@19
    float total = 0.0f; //@20
    for (int col = t; col < n; col += blockDim.x) //@21
        total += a[row * n + col] * v[col]; //@22
    total += __shfl_down_sync(ALL, total, 16); //@23
    total += __shfl_down_sync(ALL, total, 8); //@24
    total += __shfl_down_sync(ALL, total, 4); //@25
    total += __shfl_down_sync(ALL, total, 2); //@26
    total += __shfl_down_sync(ALL, total, 1); //@27
    if (t % 32 == 0) //@28
        part[t / 32] = total; //@29
    __syncthreads(); //@30
    if (t < 32) { //@31
        total = t < 2 ? part[t] : 0.0f; //@32
        total += __shfl_down_sync(ALL, total, 16); //@33
        total += __shfl_down_sync(ALL, total, 8); //@34
        total += __shfl_down_sync(ALL, total, 4); //@35
        total += __shfl_down_sync(ALL, total, 2); //@36
        total += __shfl_down_sync(ALL, total, 1); //@37
        if (t == 0) //@38
            y[row] = total; //@39
    }
}
