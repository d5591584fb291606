// expected: out-of-bounds read
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    __shared__ float tile[64];
    int t = threadIdx.x;
    tile[t] = a[blockIdx.x * blockDim.x + t];
    __syncthreads();
    c[blockIdx.x * blockDim.x + t] = tile[t + 1];  // <- here
}
