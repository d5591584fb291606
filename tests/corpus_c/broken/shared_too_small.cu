// expected: out-of-bounds write, out-of-bounds read
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 256
#define TILE 128
__global__ void reverse(const float* a, float* c, int n)
{
    __shared__ float tile[TILE];
    int t = threadIdx.x;
    tile[t] = a[t];  // <- here
    __syncthreads();
    c[t] = tile[n - 1 - t];  // <- here too
}
