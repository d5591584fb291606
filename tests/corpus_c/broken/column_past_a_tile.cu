// expected: out-of-bounds write
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 64
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    __shared__ float tile[8][8];
    tile[threadIdx.x / 8][threadIdx.x % 8 + 1] = a[threadIdx.x];  // <- here
    __syncthreads();
    c[threadIdx.x] = tile[threadIdx.x / 8][threadIdx.x % 8 / 8 + 1];
}
