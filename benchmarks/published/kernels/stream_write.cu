extern "C" __global__ void stream_write(float* data, int width)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x; //@3
    for (int i = 0; i < 16; i++) //@4
        data[i * width + n] = n; //@5
}
