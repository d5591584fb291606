__global__ void rows_first(const float* x, float* y, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * cols) {
        int row = i / cols;
        int col = i % cols;
        y[row * cols + col] = 2 * x[row * cols + col];
    }
}
