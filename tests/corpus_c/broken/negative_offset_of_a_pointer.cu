// expected: out-of-bounds read
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 64
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    const float* p = a + threadIdx.x;
    c[threadIdx.x] = p[-2];  // <- here
}
