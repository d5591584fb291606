// expected: race
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(1)
// gpuviz: threads = n
// gpuviz: block = 256
__global__ void sum(const float* a, float* c)
{
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = a[t];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half >>= 1)
        if (t < half)
            part[t] += part[t + half];  // <- here
    if (t == 0)
        c[0] = part[0];
}
