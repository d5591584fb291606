// The block that finishes last adds what the blocks found; a __device__ variable counts them.
// gpuviz: n = 1024
// gpuviz: x = random(n)
// gpuviz: partial = zeros(n / 128)
// gpuviz: result = zeros(1)
// gpuviz: threads = n
// gpuviz: block = 128
__device__ unsigned int retired = 0;

__global__ void sum(const int* x, volatile int* partial, int* result)
{
    __shared__ int room[128];
    __shared__ bool is_last;
    int t = threadIdx.x;
    room[t] = x[blockIdx.x * blockDim.x + t];
    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            room[t] += room[t + half];
    }
    if (t == 0) {
        partial[blockIdx.x] = room[0];
        __threadfence();
        unsigned int ticket = atomicInc(&retired, gridDim.x);
        is_last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && t == 0) {
        __threadfence();
        int all = 0;
        for (unsigned int k = 0; k < gridDim.x; ++k)
            all += partial[k];
        *result = all;
        retired = 0;
    }
}
