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
    int t = threadIdx.x; //@25
    int thread_col = t % BN; //@26
    int thread_row = t / BN; //@27
    int first_row = blockIdx.y * BM; //@28
    int first_col = blockIdx.x * BN; //@29
    int col_a = t % BK; //@30
    int row_a = t / BK; //@31
    int col_b = t % BN; //@32
    int row_b = t / BN; //@33
    for (int first = 0; first < k; first += BK) { //@36
        tile_a[row_a][col_a] = a[(first_row + row_a) * k + first + col_a]; //@37
        tile_b[row_b][col_b] = b[(first + row_b) * n + first_col + col_b]; //@38
        __syncthreads(); //@39
        for (int i = 0; i < BK; i++) { //@40
            float value = tile_b[i][thread_col]; //@41
            for (int r = 0; r < TM; r++) //@42
                results[r] += tile_a[thread_row * TM + r][i] * value; //@43
        }
        __syncthreads(); //@44
    }
    for (int r = 0; r < TM; r++) { //@45
        int row = first_row + thread_row * TM + r; //@46
        int col = first_col + thread_col; //@47
        c[row * n + col] = alpha * results[r] + beta * c[row * n + col]; //@48
    }
}
