#define ALL 0xffffffff
#define BLOCK_SIZE 256

extern "C" __global__ void reduce_shuffle(const float* x, float* sums, int n)
{
    __shared__ float warp_sums[32];
    unsigned t = threadIdx.x; //@4
    unsigned each = n / (gridDim.x * BLOCK_SIZE); //@5
    unsigned i = blockIdx.x * (BLOCK_SIZE * each) + t; //@6
    float total = 0.0f; //@7
    for (unsigned k = 0; k < each; k++) //@8
        total += x[i + k * BLOCK_SIZE]; //@9
    unsigned lane = t % 32; //@10
    unsigned warp = t / 32; //@11
    total += __shfl_down_sync(ALL, total, 16); //@12
    total += __shfl_down_sync(ALL, total, 8); //@13
    total += __shfl_down_sync(ALL, total, 4); //@14
    total += __shfl_down_sync(ALL, total, 2); //@15
    total += __shfl_down_sync(ALL, total, 1); //@16
    if (lane == 0) //@17
        warp_sums[warp] = total; //@18
    __syncthreads(); //@19
    total = 0.0f; //@20
    if (t < 8) //@21
        total = warp_sums[lane]; //@22
    if (warp == 0) { //@23
        total += __shfl_down_sync(ALL, total, 4); //@24
        total += __shfl_down_sync(ALL, total, 2); //@25
        total += __shfl_down_sync(ALL, total, 1); //@26
    }
    if (t == 0) //@27
        sums[blockIdx.x] = total; //@28
}
