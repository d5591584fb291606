#define SIDE 32

extern "C" __global__ void gemm_smem_1d_cols(
    const float* a, const float* b, float* c, float alpha, float beta, int n, int k)
{
    __shared__ float tile_a[SIDE][SIDE];
    __shared__ float tile_b[SIDE][SIDE];
    int tx = threadIdx.x % SIDE; //@21
    int ty = threadIdx.x / SIDE; //@22
    int first_row = blockIdx.y * SIDE; //@23
    int first_col = blockIdx.x * SIDE; //@24
    float total = 0.0f; //@25
    for (int first = 0; first < k; first += SIDE) { //@26
        tile_a[ty][tx] = a[(first_row + ty) * k + first + tx]; //@27
        tile_b[ty][tx] = b[(first + ty) * n + first_col + tx]; //@28
        __syncthreads(); //@29
        for (int i = 0; i < SIDE; i++) //@30
            total += tile_a[ty][i] * tile_b[i][tx]; //@31
        __syncthreads(); //@32
    }
    int row = first_row + ty; //@33
    int col = first_col + tx; //@34
    c[row * n + col] = alpha * total + beta * c[row * n + col]; //@35
}
