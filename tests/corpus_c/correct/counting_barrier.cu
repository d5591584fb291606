// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    int above = __syncthreads_count(a[blockIdx.x * blockDim.x + threadIdx.x] > 0.5f);
    if (threadIdx.x == 0)
        c[blockIdx.x] = above;
}
