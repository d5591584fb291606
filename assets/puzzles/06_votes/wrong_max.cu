__global__ void votes(const int* x, int* counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicMax(&counts[x[i]], counts[x[i]] + 1);
}
