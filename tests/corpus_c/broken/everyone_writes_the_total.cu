// expected: race
// gpuviz: n = 512
// gpuviz: a = random(n)
// gpuviz: total = zeros(1)
// gpuviz: threads = n
__global__ void sum(const float* a, float* total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        *total += a[i];  // <- here
}
