#define TILE 16

extern "C" __global__ void matmul_tiled(
    const float* a, const float* b, float* c, int m, int n, int k)
{
    __shared__ float tile_a[TILE][TILE];
    __shared__ float tile_b[TILE][TILE];
    int tx = threadIdx.x; //@5
    int ty = threadIdx.y; //@6
    int col = blockIdx.x * blockDim.x + tx; //@7
    int row = blockIdx.y * blockDim.y + ty; //@7
    float total = 0.0f; //@8
    for (int first = 0; first < k; first += TILE) { //@9
        for (int i = tx; i < TILE; i += blockDim.x) { //@11
            bool inside = row < m && first + i < k; //@12
            tile_a[ty][i] = inside ? a[row * k + first + i] : 0.0f; //@13
        }
        for (int i = ty; i < TILE; i += blockDim.y) { //@16
            bool inside = first + i < k && col < n; //@17
            tile_b[i][tx] = inside ? b[(first + i) * n + col] : 0.0f; //@18
        }
        __syncthreads(); //@20
        for (int i = 0; i < TILE; i++) //@21
            total += tile_a[ty][i] * tile_b[i][tx]; //@22
        __syncthreads(); //@23
    }
    if (row < m && col < n) //@24
        c[row * n + col] = total; //@25
}
