// expected: race
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 256
__global__ void reverse(const float* a, float* c, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    tile[t] = a[t];  // <- here
    c[t] = tile[n - 1 - t];
}
