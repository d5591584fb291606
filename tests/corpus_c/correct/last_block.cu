// gpuviz: n = 512
// gpuviz: a = random(n)
// gpuviz: parts = zeros(8)
// gpuviz: total = zeros(1)
// gpuviz: count = zeros(1)
// gpuviz: threads = n
// gpuviz: block = 64
__global__ void sum(const float* a, float* parts, float* total, unsigned* count)
{
    __shared__ bool is_last;
    __shared__ float part[64];
    int t = threadIdx.x;
    part[t] = a[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (int half = 32; half > 0; half /= 2) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0) {
        parts[blockIdx.x] = part[0];
        __threadfence();
        unsigned ticket = atomicAdd(count, 1u);
        is_last = ticket == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && t == 0) {
        __threadfence();
        float sum = 0.0f;
        for (int i = 0; i < (int)gridDim.x; ++i)
            sum += parts[i];
        *total = sum;
    }
}
