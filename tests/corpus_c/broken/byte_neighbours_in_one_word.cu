// expected: race
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 64
// gpuviz: block = 64
__global__ void k(const float* a, unsigned char* c, int n)
{
    int t = threadIdx.x;
    c[t / 2] = (unsigned char)t;  // <- here
}
