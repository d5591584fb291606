extern "C" __global__ void sg_c_f32(const float* a, const float* b, float* c, int m, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x; //@3
    int i = blockIdx.y * blockDim.y + threadIdx.y; //@3
    if (i < m && j < n) { //@4
        float total = 0.0f; //@5
        for (int t = 0; t < k; t++) //@6
            total += a[i * k + t] * b[t * n + j]; //@7
        c[i * n + j] = total; //@8
    }
}
