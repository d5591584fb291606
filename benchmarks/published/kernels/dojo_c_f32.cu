extern "C" __global__ void dojo_c_f32(const float* x, float* y, int n)
{
    int start = blockIdx.x * blockDim.x + threadIdx.x; //@3
    int stride = gridDim.x * blockDim.x; //@4
    for (int i = start; i < n; i += stride) { //@5
        float value = x[i]; //@6
        y[i] = sqrtf(value * value + 1.0f) * sinf(value) + cosf(value * 0.5f); //@7
    }
}
