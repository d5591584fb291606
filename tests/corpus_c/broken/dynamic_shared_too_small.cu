// expected: out-of-bounds write, out-of-bounds read
// gpuviz: n = 128
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 128
// gpuviz: shared = 128
__global__ void copy(const float* a, float* c)
{
    extern __shared__ float tile[];  // 128 bytes are 32 floats
    tile[threadIdx.x] = a[threadIdx.x];  // <- here
    __syncthreads();
    c[threadIdx.x] = tile[threadIdx.x];  // <- here too
}
