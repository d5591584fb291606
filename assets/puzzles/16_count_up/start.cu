// Count up: how many elements of x are larger than a half?
// Twin of start.py, where
//     n = x.size

__global__ void count_up(const float* x, int* count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0.5f)
        atomicAdd(count, 1);
}
