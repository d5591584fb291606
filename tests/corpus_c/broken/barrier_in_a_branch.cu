// expected: barrier-divergence
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 256
__global__ void half(const float* a, float* c)
{
    int t = threadIdx.x;
    if (t < 128) {
        c[t] = a[t];
        __syncthreads();  // <- here
    }
}
