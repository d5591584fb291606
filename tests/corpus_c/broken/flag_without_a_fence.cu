// expected: race
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        c[1] = a[0];  // <- here
        atomicExch(&c[0], 1.0f);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (atomicAdd(&c[0], 0.0f) == 0.0f)
            ;
        c[2] = c[1];
    }
}
