__global__ void running_sum(const float* x, float* y, int rows, int cols)
{
    __shared__ float part[256];
    int t = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        float before = 0.0f;  // the sum of all that came earlier in this row
        for (int first = 0; first < cols; first += blockDim.x) {
            int i = first + t;
            part[t] = i < cols ? x[row * cols + i] : 0.0f;
            __syncthreads();
            int distance = 1;
            while (distance < blockDim.x) {
                float left = part[t - distance];
                __syncthreads();
                part[t] += left;
                __syncthreads();
                distance *= 2;
            }
            if (i < cols)
                y[row * cols + i] = before + part[t];
            before += part[blockDim.x - 1];
            __syncthreads();
        }
    }
}
