// expected: race
// gpuviz: n = 1024
// gpuviz: a = random(n)
// gpuviz: bins = zeros(10)
// gpuviz: threads = n
__global__ void histogram(const int* a, int* bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bins[a[i] % 10]++;  // <- here
}
