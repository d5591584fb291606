// expected: barrier-divergence
// gpuviz: n = 64
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 64
__global__ void k(int* c)
{
    for (int i = 0; i < (int)threadIdx.x / 32 + 1; i++)
        __syncthreads();  // <- here
    c[threadIdx.x] = 1;
}
