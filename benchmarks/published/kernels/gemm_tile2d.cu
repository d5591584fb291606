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
    int t = threadIdx.x; //@8
    int thread_col = t % (BN / TN); //@9
    int thread_row = t / (BN / TN); //@10
    int first_row = blockIdx.y * BM; //@11
    int first_col = blockIdx.x * BN; //@12
    int col_a = t % BK; //@13
    int row_a = t / BK; //@14
    int col_b = t % BN; //@15
    int row_b = t / BN; //@16
    for (int first = 0; first < k; first += BK) { //@20
        for (int i = 0; i < BM; i += STRIDE_A) //@21
            tile_a[row_a + i][col_a] = a[(first_row + row_a + i) * k + first + col_a]; //@22
        for (int i = 0; i < BK; i += STRIDE_B) //@23
            tile_b[row_b + i][col_b] = b[(first + row_b + i) * n + first_col + col_b]; //@24
        __syncthreads(); //@25
        for (int i = 0; i < BK; i++) { //@26
            for (int r = 0; r < TM; r++) //@27
                reg_m[r] = tile_a[thread_row * TM + r][i]; //@28
            for (int s = 0; s < TN; s++) //@29
                reg_n[s] = tile_b[i][thread_col * TN + s]; //@30
            for (int r = 0; r < TM; r++) //@31
                for (int s = 0; s < TN; s++) //@32
                    results[r][s] += reg_m[r] * reg_n[s]; //@33
        }
        __syncthreads(); //@34
    }
    for (int r = 0; r < TM; r++) //@35
        for (int s = 0; s < TN; s++) { //@36
            int row = first_row + thread_row * TM + r; //@37
            int col = first_col + thread_col * TN + s; //@38
            c[row * n + col] = alpha * results[r][s] + beta * c[row * n + col]; //@39
        }
}
