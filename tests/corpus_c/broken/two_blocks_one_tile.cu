// expected: race
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    c[threadIdx.x] = a[blockIdx.x * blockDim.x + threadIdx.x];  // <- here
}
