#define BM 64
#define BN 64
#define BK 8
#define TM 8

extern "C" __global__ void gemm_tile1d(
    const float* a, const float* b, float* c, float alpha, float beta, int n, int k)
{
    __shared__ float tile_a[BM][BK];
    __shared__ float tile_b[BK][BN];
    float results[TM] = {0.0f};
    int t = threadIdx.x; //@6
    int thread_col = t % BN; //@7
    int thread_row = t / BN; //@8
    int first_row = blockIdx.y * BM; //@9
    int first_col = blockIdx.x * BN; //@10
    int col_a = t % BK; //@11
    int row_a = t / BK; //@12
    int col_b = t % BN; //@13
    int row_b = t / BN; //@14
    for (int first = 0; first < k; first += BK) { //@17
        tile_a[row_a][col_a] = a[(first_row + row_a) * k + first + col_a]; //@18
        tile_b[row_b][col_b] = b[(first + row_b) * n + first_col + col_b]; //@19
        __syncthreads(); //@20
        for (int i = 0; i < BK; i++) { //@21
            float value = tile_b[i][thread_col]; //@22
            for (int r = 0; r < TM; r++) //@23
                results[r] += tile_a[thread_row * TM + r][i] * value; //@24
        }
        __syncthreads(); //@25
    }
    for (int r = 0; r < TM; r++) { //@26
        int row = first_row + thread_row * TM + r; //@27
        int col = first_col + thread_col; //@28
        c[row * n + col] = alpha * results[r] + beta * c[row * n + col]; //@29
    }
}
