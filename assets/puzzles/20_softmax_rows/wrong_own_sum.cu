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
        float largest = -INFINITY;
        for (int i = threadIdx.x; i < cols; i += blockDim.x)
            largest = fmaxf(largest, x[row * cols + i]);
        largest = largest_of_block(largest, part);
        float total = 0.0f;
        for (int i = threadIdx.x; i < cols; i += blockDim.x) {
            float e = expf(x[row * cols + i] - largest);
            y[row * cols + i] = e;
            total += e;
        }
        for (int i = threadIdx.x; i < cols; i += blockDim.x)
            y[row * cols + i] /= total;
    }
}
