// expected: race
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 64
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    __shared__ float tile[64];
    int t = threadIdx.x;
    for (int round = 0; round < 2; round++) {
        tile[t] = a[round * 64 + t];  // <- here
        __syncthreads();
        c[t] += tile[63 - t];
    }
}
