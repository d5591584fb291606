// expected: out-of-bounds read
// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 64
// gpuviz: block = 64
__constant__ float weights[3] = {1, 2, 1};
__global__ void k(const float* a, float* c, int n)
{
    float sum = 0;
    for (int k = 0; k <= 3; k++)
        sum += weights[k];  // <- here
    c[threadIdx.x] = sum;
}
