// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = 32
// gpuviz: block = 32
__global__ void k(const float* a, float* c, int n)
{
    __shared__ float part[32];
    int lane = threadIdx.x;
    part[lane] = a[lane];
    __syncwarp();
    c[lane] = part[31 - lane];
}
