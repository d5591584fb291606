__global__ void count_up(const float* x, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int hits = __syncthreads_count(i < n && x[i] > 0.5f);
    if (i == 0)
        atomicAdd(count, hits);
}
