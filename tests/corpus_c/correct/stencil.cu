// gpuviz: n = 700
// gpuviz: in = random(n)
// gpuviz: out = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 128
#define RADIUS 3
#define BLOCK_SIZE 128
__global__ void stencil(const int* in, int* out, int n)
{
    __shared__ int temp[BLOCK_SIZE + 2 * RADIUS];
    int g = threadIdx.x + blockIdx.x * blockDim.x;
    int l = threadIdx.x + RADIUS;
    temp[l] = g < n ? in[g] : 0;
    if (threadIdx.x < RADIUS) {
        temp[l - RADIUS] = g - RADIUS >= 0 ? in[g - RADIUS] : 0;
        temp[l + BLOCK_SIZE] = g + BLOCK_SIZE < n ? in[g + BLOCK_SIZE] : 0;
    }
    __syncthreads();
    int result = 0;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        result += temp[l + offset];
    if (g < n)
        out[g] = result;
}
