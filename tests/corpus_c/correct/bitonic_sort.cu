// Sorts the numbers of a block in shared memory.
// gpuviz: n = 128
// gpuviz: x = random(n)
// gpuviz: threads = n
// gpuviz: block = 128
__device__ __forceinline__ void order(int& a, int& b, bool up)
{
    if ((a > b) == up) {
        int kept = a;
        a = b;
        b = kept;
    }
}

__global__ void sort(int* x)
{
    __shared__ int room[128];
    unsigned int t = threadIdx.x;
    room[t] = x[t];
    for (unsigned int size = 2; size <= blockDim.x; size <<= 1)
        for (unsigned int stride = size >> 1; stride > 0; stride >>= 1) {
            __syncthreads();
            unsigned int other = t ^ stride;
            if (other > t)
                order(room[t], room[other], (t & size) == 0);
        }
    __syncthreads();
    x[t] = room[t];
}
