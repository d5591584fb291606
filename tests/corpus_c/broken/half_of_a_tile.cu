// expected: uninitialized
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 64
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    __shared__ float tile[64];
    int t = threadIdx.x;
    if (t < 32)
        tile[t] = a[t];
    __syncthreads();
    c[t] = tile[t];  // <- here
}
