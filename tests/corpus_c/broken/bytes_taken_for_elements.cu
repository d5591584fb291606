// expected: out-of-bounds write
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 64
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    int bytes = n * sizeof(float);
    for (int i = threadIdx.x; i < bytes; i += blockDim.x)
        c[i] = 0.0f;  // <- here
}
