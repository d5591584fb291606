// expected: race
// gpuviz: n = 512
// gpuviz: a = random(n)
// gpuviz: c = zeros(256)
// gpuviz: threads = 256
// gpuviz: block = 256
__global__ void sum_of_tiles(const float* a, float* c, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    float total = 0;
    for (int first = 0; first < n; first += 256) {
        tile[t] = a[first + t];  // <- here
        __syncthreads();
        total += tile[255 - t];
    }
    c[t] = total;
}
