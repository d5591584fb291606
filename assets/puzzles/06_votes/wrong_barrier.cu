__global__ void votes(const int* x, int* counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __syncthreads();
    if (i < n)
        counts[x[i]] += 1;
    __syncthreads();
}
