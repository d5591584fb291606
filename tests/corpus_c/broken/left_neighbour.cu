// expected: out-of-bounds read
// gpuviz: n = 512
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
__global__ void difference(const float* a, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] - a[i - 1];  // <- here
}
