// expected: uninitialized
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 64
// gpuviz: block = 64
struct Pair { float x, y; };
__global__ void k(const float* a, float* c, int n)
{
    __shared__ Pair pairs[64];
    pairs[threadIdx.x].x = a[threadIdx.x];
    __syncthreads();
    c[threadIdx.x] = pairs[threadIdx.x].x + pairs[threadIdx.x].y;  // <- here
}
