// expected: out-of-bounds write
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    unsigned char i = blockIdx.x * blockDim.x + threadIdx.x;  // wraps at 256
    c[i + 1] = 1.0f;  // <- here
}
