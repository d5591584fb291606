// expected: out-of-bounds read, out-of-bounds write
// gpuviz: n = 1000
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
__global__ void scale(const float* a, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = 2.0f * a[i];  // <- here
}
