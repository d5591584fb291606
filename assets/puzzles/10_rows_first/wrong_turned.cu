__global__ void rows_first(const float* x, float* y, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * cols) {
        int row = i / cols;
        int col = i % cols;
        y[col * cols + row] = 2 * x[col * cols + row];
    }
}
