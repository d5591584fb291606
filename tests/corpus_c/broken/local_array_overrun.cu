// expected: out-of-bounds write
// gpuviz: n = 64
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 64
__global__ void histogram_of_one(float* c)
{
    float bins[4] = {0};
    for (int i = 0; i <= 4; i++)
        bins[i] = i;  // <- here
    c[threadIdx.x] = bins[0] + bins[3];
}
