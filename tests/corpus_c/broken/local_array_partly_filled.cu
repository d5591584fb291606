// expected: uninitialized
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 64
// gpuviz: block = 64
__global__ void k(const float* a, float* c, int n)
{
    float row[8];
    for (int k = 0; k < 7; k++)
        row[k] = a[k];
    float sum = 0;
    for (int k = 0; k < 8; k++)
        sum += row[k];  // <- here
    c[threadIdx.x] = sum;
}
