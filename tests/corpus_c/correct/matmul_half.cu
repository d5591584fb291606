// gpuviz: n = 16
// gpuviz: a = random(n, n)
// gpuviz: b = random(n, n)
// gpuviz: c = zeros(n, n)
// gpuviz: threads = n, n
// gpuviz: block = 16, 16
#include <cuda_fp16.h>
__global__ void matmul(const half* a, const half* b, float* c, int n)
{
    int row = threadIdx.y, col = threadIdx.x;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum += __half2float(a[row * n + k]) * __half2float(b[k * n + col]);
    c[row * n + col] = sum;
}
