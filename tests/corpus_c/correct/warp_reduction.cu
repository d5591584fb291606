// gpuviz: n = 1024
// gpuviz: a = random(n)
// gpuviz: total = zeros(1)
// gpuviz: threads = n
// gpuviz: block = 128
__inline__ __device__ float warp_sum(float v)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}
__global__ void sum(const float* __restrict__ a, float* __restrict__ total, int n)
{
    static __shared__ float part[32];
    int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = warp_sum(i < n ? a[i] : 0.0f);
    if (lane == 0)
        part[warp] = v;
    __syncthreads();
    v = threadIdx.x < blockDim.x / warpSize ? part[lane] : 0.0f;
    if (warp == 0) {
        v = warp_sum(v);
        if (lane == 0)
            atomicAdd(total, v);
    }
}
