// expected: race
// gpuviz: n = 512
// gpuviz: a = random(n)
// gpuviz: threads = n - 1
__global__ void shift(float* a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1)
        a[i] = a[i + 1];  // <- here
}
