// expected: uninitialized
// gpuviz: n = 128
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 128
__global__ void halo(const float* a, float* c)
{
    __shared__ float tile[130];
    int t = threadIdx.x;
    tile[t + 1] = a[t];
    __syncthreads();
    c[t] = tile[t] + tile[t + 2];  // <- here
}
