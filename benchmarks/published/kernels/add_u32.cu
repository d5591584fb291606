extern "C" __global__ void add_u32(const unsigned* a, const unsigned* b, unsigned* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@3
    if (i < n) //@4
        c[i] = a[i] + b[i]; //@5
}
