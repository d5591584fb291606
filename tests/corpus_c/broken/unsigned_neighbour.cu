// expected: out-of-bounds read
// gpuviz: n = 512
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
__global__ void difference(const float* a, float* c, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i - 1 >= 0 && i < n)  // always true: an unsigned number is never below 0
        c[i] = a[i] - a[i - 1];  // <- here
}
