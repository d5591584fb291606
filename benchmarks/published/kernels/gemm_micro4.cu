#define SIDE 32

extern "C" __global__ void gemm_micro4(
    const float* a, const float* b, float* c, float alpha, float beta, int n, int k)
{
    __shared__ float tile_a[SIDE][SIDE];
    __shared__ float tile_b[SIDE][SIDE];
    int t = threadIdx.x; //@21
    int x1 = t % 8 * 4; //@22
    int y = t / 8; //@23
    int first_row = blockIdx.y * SIDE; //@24
    int first_col = blockIdx.x * SIDE; //@25
    float total0 = 0.0f; //@26
    float total1 = 0.0f; //@27
    float total2 = 0.0f; //@28
    float total3 = 0.0f; //@29
    for (int first = 0; first < k; first += SIDE) { //@30
        tile_b[y][x1] = b[(first + y) * n + first_col + x1]; //@31
        tile_b[y][x1 + 1] = b[(first + y) * n + first_col + x1 + 1]; //@32
        tile_b[y][x1 + 2] = b[(first + y) * n + first_col + x1 + 2]; //@33
        tile_b[y][x1 + 3] = b[(first + y) * n + first_col + x1 + 3]; //@34
        tile_a[x1][y] = a[(first_row + y) * k + first + x1]; //@35
        tile_a[x1 + 1][y] = a[(first_row + y) * k + first + x1 + 1]; //@36
        tile_a[x1 + 2][y] = a[(first_row + y) * k + first + x1 + 2]; //@37
        tile_a[x1 + 3][y] = a[(first_row + y) * k + first + x1 + 3]; //@38
        __syncthreads(); //@39
        for (int i = 0; i < SIDE; i++) { //@40
            float value = tile_a[i][y]; //@41
            total0 += tile_b[i][x1] * value; //@42
            total1 += tile_b[i][x1 + 1] * value; //@43
            total2 += tile_b[i][x1 + 2] * value; //@44
            total3 += tile_b[i][x1 + 3] * value; //@45
        }
        __syncthreads(); //@46
    }
    int row = first_row + y; //@47
    int col = first_col + x1; //@48
    c[row * n + col] = alpha * total0 + beta * c[row * n + col]; //@49
    c[row * n + col + 1] = alpha * total1 + beta * c[row * n + col + 1]; //@50
    c[row * n + col + 2] = alpha * total2 + beta * c[row * n + col + 2]; //@51
    c[row * n + col + 3] = alpha * total3 + beta * c[row * n + col + 3]; //@52
}
