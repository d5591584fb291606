// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 256
// gpuviz: block = 256
#define W 16
#define IDX(r, c) ((r) * W + (c))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
__global__ void k(const float* a, float* c, int n)
{
    int y = threadIdx.x / 16, x = threadIdx.x % 16;
    c[IDX(y, x)] = MAX(a[IDX(y, x)], 0.5f);
}
