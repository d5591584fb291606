// gpuviz: n = 200
// gpuviz: a = random(n)
// gpuviz: largest = zeros(1)
// gpuviz: threads = n
__device__ float atomic_max(float* address, float value)
{
    int* as_int = (int*)address;
    int old = atomicCAS(as_int, 0, 0), assumed;  // a plain read would race with the others
    do {
        assumed = old;
        old = atomicCAS(as_int, assumed, __float_as_int(fmaxf(value, __int_as_float(assumed))));
    } while (assumed != old);
    return __int_as_float(old);
}
__global__ void maximum(const float* a, float* largest, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomic_max(largest, a[i]);
}
