#define SIDE 32

extern "C" __global__ void gemm_micro4(
    const float* a, const float* b, float* c, float alpha, float beta, int n, int k)
{
    __shared__ float tile_a[SIDE][SIDE];
    __shared__ float tile_b[SIDE][SIDE];
    int t = threadIdx.x; //@5
    int x1 = t % 8 * 4; //@6
    int y = t / 8; //@7
    int first_row = blockIdx.y * SIDE; //@8
    int first_col = blockIdx.x * SIDE; //@9
    float total0 = 0.0f; //@10
    float total1 = 0.0f; //@11
    float total2 = 0.0f; //@12
    float total3 = 0.0f; //@13
    for (int first = 0; first < k; first += SIDE) { //@14
        tile_b[y][x1] = b[(first + y) * n + first_col + x1]; //@15
        tile_b[y][x1 + 1] = b[(first + y) * n + first_col + x1 + 1]; //@16
        tile_b[y][x1 + 2] = b[(first + y) * n + first_col + x1 + 2]; //@17
        tile_b[y][x1 + 3] = b[(first + y) * n + first_col + x1 + 3]; //@18
        tile_a[x1][y] = a[(first_row + y) * k + first + x1]; //@19
        tile_a[x1 + 1][y] = a[(first_row + y) * k + first + x1 + 1]; //@20
        tile_a[x1 + 2][y] = a[(first_row + y) * k + first + x1 + 2]; //@21
        tile_a[x1 + 3][y] = a[(first_row + y) * k + first + x1 + 3]; //@22
        __syncthreads(); //@23
        for (int i = 0; i < SIDE; i++) { //@24
            float value = tile_a[i][y]; //@25
            total0 += tile_b[i][x1] * value; //@26
            total1 += tile_b[i][x1 + 1] * value; //@27
            total2 += tile_b[i][x1 + 2] * value; //@28
            total3 += tile_b[i][x1 + 3] * value; //@29
        }
        __syncthreads(); //@30
    }
    int row = first_row + y; //@31
    int col = first_col + x1; //@32
    c[row * n + col] = alpha * total0 + beta * c[row * n + col]; //@33
    c[row * n + col + 1] = alpha * total1 + beta * c[row * n + col + 1]; //@34
    c[row * n + col + 2] = alpha * total2 + beta * c[row * n + col + 2]; //@35
    c[row * n + col + 3] = alpha * total3 + beta * c[row * n + col + 3]; //@36
}
