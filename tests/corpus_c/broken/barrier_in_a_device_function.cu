// expected: barrier-divergence
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 64
// gpuviz: block = 64
__device__ float wait(float v)
{
    __syncthreads();  // <- here
    return v;
}
__global__ void k(const float* a, float* c, int n)
{
    if (threadIdx.x > 3)
        c[threadIdx.x] = wait(a[threadIdx.x]);
}
