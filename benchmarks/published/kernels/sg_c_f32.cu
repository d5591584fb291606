extern "C" __global__ void sg_c_f32(const float* a, const float* b, float* c, int m, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x; //@18
    int i = blockIdx.y * blockDim.y + threadIdx.y; //@18
    if (i < m && j < n) { //@19
        float total = 0.0f; //@20
        for (int t = 0; t < k; t++) //@21
            total += a[i * k + t] * b[t * n + j]; //@22
        c[i * n + j] = total; //@23
    }
}
