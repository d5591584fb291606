#define BM 128
#define BN 128
#define BK 8
#define TM 8
#define TN 8
#define STRIDE_A 32
#define STRIDE_B 2

extern "C" __global__ void gemm_tile2d(
    const float* a, const float* b, float* c, float alpha, float beta, int n, int k)
{
    __shared__ float tile_a[BM][BK];
    __shared__ float tile_b[BK][BN];
    float results[TM][TN] = {{0.0f}};
    float reg_m[TM];
    float reg_n[TN];
    int t = threadIdx.x; //@30
    int thread_col = t % (BN / TN); //@31
    int thread_row = t / (BN / TN); //@32
    int first_row = blockIdx.y * BM; //@33
    int first_col = blockIdx.x * BN; //@34
    int col_a = t % BK; //@35
    int row_a = t / BK; //@36
    int col_b = t % BN; //@37
    int row_b = t / BN; //@38
    for (int first = 0; first < k; first += BK) { //@42
        for (int i = 0; i < BM; i += STRIDE_A) //@43
            tile_a[row_a + i][col_a] = a[(first_row + row_a + i) * k + first + col_a]; //@44
        for (int i = 0; i < BK; i += STRIDE_B) //@45
            tile_b[row_b + i][col_b] = b[(first + row_b + i) * n + first_col + col_b]; //@46
        __syncthreads(); //@47
        for (int i = 0; i < BK; i++) { //@48
            for (int r = 0; r < TM; r++) //@49
                reg_m[r] = tile_a[thread_row * TM + r][i]; //@50
            for (int s = 0; s < TN; s++) //@51
                reg_n[s] = tile_b[i][thread_col * TN + s]; //@52
            for (int r = 0; r < TM; r++) //@53
                for (int s = 0; s < TN; s++) //@54
                    results[r][s] += reg_m[r] * reg_n[s]; //@55
        }
        __syncthreads(); //@56
    }
    for (int r = 0; r < TM; r++) //@57
        for (int s = 0; s < TN; s++) { //@58
            int row = first_row + thread_row * TM + r; //@59
            int col = first_col + thread_col * TN + s; //@60
            c[row * n + col] = alpha * results[r][s] + beta * c[row * n + col]; //@61
        }
}
