extern "C" __global__ void add_u32(const unsigned* a, const unsigned* b, unsigned* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@17
    if (i < n) //@18
        c[i] = a[i] + b[i]; //@19
}
