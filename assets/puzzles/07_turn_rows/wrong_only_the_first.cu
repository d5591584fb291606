__global__ void turn_rows(const float* x, float* y, int rows, int cols)
{
    __shared__ float part[256];
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        for (int col = threadIdx.x; col < cols; col += blockDim.x)
            part[col] = x[row * cols + col];
        __syncthreads();
        for (int col = threadIdx.x; col < cols; col += blockDim.x)
            y[row * cols + col] = part[cols - 1 - col];
    }
}
