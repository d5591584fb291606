__global__ void two_guards(const float* x, float* y, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows || col < cols)
        y[row * cols + col] = 2 * x[row * cols + col];
}
