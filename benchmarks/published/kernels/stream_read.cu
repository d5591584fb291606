extern "C" __global__ void stream_read(const float* data, float* result, int width)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x; //@17
    float x = 0.0f; //@18
    for (int i = 0; i < 16; i++) //@19
        x += data[i * width + n]; //@20
    result[n] = x; //@21
}
