// expected: race
// gpuviz: n = 32
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 32
// gpuviz: block = 32
__global__ void neighbour(const float* a, float* c)
{
    __shared__ float part[32];
    int lane = threadIdx.x;
    part[lane] = a[lane];  // <- here
    c[lane] = part[(lane + 1) % 32];
}
