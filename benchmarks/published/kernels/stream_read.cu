extern "C" __global__ void stream_read(const float* data, float* result, int width)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x; //@3
    float x = 0.0f; //@4
    for (int i = 0; i < 16; i++) //@5
        x += data[i * width + n]; //@6
    result[n] = x; //@7
}
