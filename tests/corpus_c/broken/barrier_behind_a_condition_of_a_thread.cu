// expected: barrier-divergence
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 64
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    int t = threadIdx.x;
    switch (t % 2) {
    case 0:
        __syncthreads();  // <- here
        break;
    default:
        c[t] = a[t];
    }
}
