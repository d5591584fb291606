// gpuviz: n = 300
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: weights = {0.25, 0.5, 0.25}
// gpuviz: threads = n
__constant__ float weights[3];
__global__ void blur(const float* a, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
#pragma unroll
    for (int k = -1; k <= 1; ++k) {
        int j = min(max(i + k, 0), n - 1);
        sum += weights[k + 1] * a[j];
    }
    c[i] = sum;
}
