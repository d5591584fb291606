// expected: uninitialized
// gpuviz: n = 32
// gpuviz: c = zeros(n)
// gpuviz: threads = 32
// gpuviz: block = 32
__global__ void k(float* c)
{
    float window[3];
    window[0] = threadIdx.x;
    window[1] = 2.0f;
    c[threadIdx.x] = window[0] + window[1] + window[2];  // <- here
}
