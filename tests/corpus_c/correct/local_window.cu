// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float window[3] = {0.0f};
    for (int k = -1; k <= 1; k++)
        if (i + k >= 0 && i + k < n)
            window[k + 1] = a[i + k];
    c[i] = 0.25f * window[0] + 0.5f * window[1] + 0.25f * window[2];
}
