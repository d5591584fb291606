// expected: out-of-bounds write
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 256
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    int x = threadIdx.x, y = blockIdx.x;
    c[x * 64 + y + 1] = a[y * 64 + x];  // <- here
}
