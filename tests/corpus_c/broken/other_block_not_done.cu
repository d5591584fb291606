// expected: race
// gpuviz: n = 512
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 128
__global__ void two_steps(const float* a, float* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i];  // <- here
    __syncthreads();
    if (i + 128 < n)
        c[i] = c[i + 128];  // <- and here
}
