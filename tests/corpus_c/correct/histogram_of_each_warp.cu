// Each warp has bins of its own in shared memory; then they are added.
// gpuviz: n = 2000
// gpuviz: x = random(n)
// gpuviz: bins = zeros(16)
// gpuviz: threads = 256
// gpuviz: block = 128
enum { BINS = 16, WARPS = 4 };

__global__ void histogram(const unsigned char* x, unsigned int* bins, int n)
{
    __shared__ unsigned int own[WARPS][BINS];
    int warp = threadIdx.x / 32, lane = threadIdx.x & 31;
    if (lane < BINS)
        own[warp][lane] = 0;
    __syncwarp();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&own[warp][x[i] & (BINS - 1)], 1u);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        unsigned int sum = 0;
        for (int w = 0; w < WARPS; ++w)
            sum += own[w][bin];
        atomicAdd(bins + bin, sum);
    }
}
