// expected: barrier-divergence
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 64
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    int t = threadIdx.x;
    for (int round = 0; round < 3; round++) {
        if (t == 5)
            break;
        c[t] += a[t];
        __syncthreads();  // <- here
    }
}
