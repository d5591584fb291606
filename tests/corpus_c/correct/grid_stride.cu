// gpuviz: n = 1000
// gpuviz: x = random(n)
// gpuviz: y = random(n)
// gpuviz: a = 2.5
// gpuviz: threads = 256
// gpuviz: block = 64
__global__ void saxpy(float a, const float* x, float* y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        y[i] = a * x[i] + y[i];
}
