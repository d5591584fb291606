// expected: race
// gpuviz: n = 100
// gpuviz: x = random(n)
// gpuviz: result = zeros(1)
// gpuviz: threads = n
// gpuviz: block = 32
__device__ int total;

__global__ void sum(const int* x, int* result, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        total += x[i]; // <- a load and a store
}
