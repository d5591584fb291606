// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    const float* from = a + blockIdx.x * blockDim.x + threadIdx.x;
    const float* end = a + n;
    float* to = c + (from - a);
    while (from < end) {
        *to = *from * 2.0f;
        from += gridDim.x * blockDim.x;
        to += gridDim.x * blockDim.x;
    }
}
