// A reduction whose last steps are one warp's: __syncwarp stands between reads and writes.
// gpuviz: n = 512
// gpuviz: x = random(n)
// gpuviz: sums = zeros(n / 128)
// gpuviz: threads = n
// gpuviz: block = 128
__device__ void last_warp(int* room, int lane)
{
    int value = room[lane];
    for (int half = 32; half > 0; half /= 2) {
        if (half < 32 || lane + half < 64)
            value += room[lane + half];
        __syncwarp();
        room[lane] = value;
        __syncwarp();
    }
}

__global__ void reduce(const int* x, int* sums)
{
    __shared__ int room[128];
    int t = threadIdx.x;
    room[t] = x[blockIdx.x * blockDim.x + t];
    __syncthreads();
    if (t < 64)
        room[t] += room[t + 64];
    __syncthreads();
    if (t < 32)
        last_warp(room, t);
    if (t == 0)
        sums[blockIdx.x] = room[0];
}
