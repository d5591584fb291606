// expected: out-of-bounds write
// gpuviz: n = 1000
// gpuviz: c = zeros(n)
// gpuviz: threads = n + 1
__global__ void fill(float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        c[i] = 1.0f;  // <- here
}
