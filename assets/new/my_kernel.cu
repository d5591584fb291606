// gpuviz: n = 100
// gpuviz: x = random(n)
// gpuviz: y = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 32

__global__ void twice(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2.0f * x[i];
}
