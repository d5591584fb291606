// expected: out-of-bounds read
// gpuviz: n = 64
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 64
__device__ float last_of(const float* row, int n) { return row[n]; }  // <- here
__global__ void k(const float* a, float* c, int n)
{
    c[threadIdx.x] = last_of(a, n);
}
