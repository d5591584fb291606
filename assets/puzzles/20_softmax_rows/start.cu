// Softmax of rows: exp(x) divided by the sum of exp(x) along each row.
// Twin of start.py, where
//     rows = x.shape[0]
//     cols = x.shape[1]

__device__ float largest_of_block(float value, float* part)
{
    int t = threadIdx.x;
    __syncthreads();
    part[t] = value;
    __syncthreads();
    int active = blockDim.x;
    while (active > 1) {
        int middle = (active + 1) / 2;
        if (t + middle < active)
            part[t] = fmaxf(part[t], part[t + middle]);
        __syncthreads();
        active = middle;
    }
    return part[0];
}

__device__ float sum_of_block(float value, float* part)
{
    int t = threadIdx.x;
    __syncthreads();
    part[t] = value;
    __syncthreads();
    int active = blockDim.x;
    while (active > 1) {
        int middle = (active + 1) / 2;
        if (t + middle < active)
            part[t] += part[t + middle];
        __syncthreads();
        active = middle;
    }
    return part[0];
}

__global__ void softmax_rows(const float* x, float* y, int rows, int cols)
{
    __shared__ float part[256];
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        // Write here: the largest of the row, the sum, the quotient
        for (int i = threadIdx.x; i < cols; i += blockDim.x)
            y[row * cols + i] = expf(x[row * cols + i]);
    }
}
