__global__ void rows_first(const float* x, float* y, int rows, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows)
        for (int col = 0; col < cols; col++)
            y[i * cols + col] = 2 * x[i * cols + col];
}
