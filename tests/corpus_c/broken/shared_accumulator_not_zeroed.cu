// expected: uninitialized
// gpuviz: n = 128
// gpuviz: a = random(n)
// gpuviz: total = zeros(1)
// gpuviz: threads = n
// gpuviz: block = 128
__global__ void sum(const float* a, float* total)
{
    __shared__ float block_total;
    atomicAdd(&block_total, a[threadIdx.x]);  // <- here
    __syncthreads();
    if (threadIdx.x == 0)
        *total = block_total;
}
