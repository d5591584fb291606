extern "C" __global__ void fma_f32(float* data)
{
    int n = blockIdx.x * blockDim.x + threadIdx.x; //@17
    float x = n; //@18
    float y = threadIdx.x; //@19
    for (int i = 0; i < 512; i++) { //@20
        x = y * x + y; //@21
        y = x * y + x; //@22
    }
    data[n] = y; //@23
}
