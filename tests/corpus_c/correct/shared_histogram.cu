// gpuviz: n = 2000
// gpuviz: a = random(n)
// gpuviz: bins = zeros(16)
// gpuviz: threads = n
// gpuviz: block = 256
#define BINS 16
__global__ void histogram(const unsigned char* a, unsigned int* bins, int n)
{
    __shared__ unsigned int part[BINS];
    if (threadIdx.x < BINS)
        part[threadIdx.x] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&part[a[i] % BINS], 1);
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&bins[threadIdx.x], part[threadIdx.x]);
}
