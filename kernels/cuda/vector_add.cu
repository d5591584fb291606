extern "C" __global__ void vector_add(const float* a, const float* b, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@3
    if (i < n) //@4
        c[i] = a[i] + b[i]; //@5
}
