extern "C" __global__ void rows_write(float* data)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x; //@3
    for (int i = 0; i < 16; i++) //@4
        data[16 * n + i] = n; //@5
}
