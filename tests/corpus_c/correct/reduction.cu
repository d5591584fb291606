// gpuviz: n = 1000
// gpuviz: a = random(n)
// gpuviz: c = zeros((n + 255) / 256)
// gpuviz: threads = n
// gpuviz: block = 256
__global__ void sum(const float* a, float* c, int n)
{
    __shared__ float part[256];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    part[t] = i < n ? a[i] : 0.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half >>= 1) {
        if (t < half)
            part[t] += part[t + half];
        __syncthreads();
    }
    if (t == 0)
        c[blockIdx.x] = part[0];
}
