// Turn rows: each block turns a row round, by way of shared memory.
// Twin of start.py, where
//     rows = x.shape[0]
//     cols = x.shape[1]

__global__ void turn_rows(const float* x, float* y, int rows, int cols)
{
    __shared__ float part[256];
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        for (int col = threadIdx.x; col < cols; col += blockDim.x)
            part[col] = x[row * cols + col];
        for (int col = threadIdx.x; col < cols; col += blockDim.x)
            y[row * cols + col] = part[cols - 1 - col];
    }
}
