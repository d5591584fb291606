// A product of matrices whose next tiles are loaded while the present ones are used: one barrier a tile.
// gpuviz: n = 64
// gpuviz: a = random(n, n)
// gpuviz: b = random(n, n)
// gpuviz: c = zeros(n, n)
// gpuviz: threads = n, n
// gpuviz: block = 16, 16
#define TILE 16

__global__ void product(const float* a, const float* b, float* c, int n)
{
    __shared__ float left[2][TILE][TILE], right[2][TILE][TILE];
    const int x = threadIdx.x, y = threadIdx.y;
    const int column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    left[0][y][x] = a[row * n + x];
    right[0][y][x] = b[y * n + column];
    __syncthreads();
    float sum = 0.0f;
    for (int tile = 0; tile < n / TILE; ++tile) {
        const int now = tile & 1, next = now ^ 1;
        if (tile + 1 < n / TILE) {
            left[next][y][x] = a[row * n + (tile + 1) * TILE + x];
            right[next][y][x] = b[((tile + 1) * TILE + y) * n + column];
        }
#pragma unroll
        for (int k = 0; k < TILE; ++k)
            sum += left[now][y][k] * right[now][k][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
