// Fold: the sum of x; each block folds its values in half until one is left.
// Twin of start.py, where
//     n = x.size

__global__ void fold(const float* x, double* total, int n)
{
    __shared__ float part[1024];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int t = threadIdx.x;
    part[t] = i < n ? x[i] : 0.0f;
    __syncthreads();
    int active = blockDim.x;
    while (active > 1) {
        int middle = (active + 1) / 2;
        // Write here: add the upper half of the `active` values to the lower half
        active = middle;
    }
    if (t == 0)
        atomicAdd(total, part[0]);
}
