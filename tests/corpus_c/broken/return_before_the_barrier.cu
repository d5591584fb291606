// expected: barrier-divergence
// gpuviz: n = 200
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 256
__global__ void copy(const float* a, float* c, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    if (t >= n)
        return;
    tile[t] = a[t];
    __syncthreads();  // <- here
    c[t] = tile[t];
}
