#define SIDE 32

extern "C" __global__ void gemm_smem_1d_cols(
    const float* a, const float* b, float* c, float alpha, float beta, int n, int k)
{
    __shared__ float tile_a[SIDE][SIDE];
    __shared__ float tile_b[SIDE][SIDE];
    int tx = threadIdx.x % SIDE; //@5
    int ty = threadIdx.x / SIDE; //@6
    int first_row = blockIdx.y * SIDE; //@7
    int first_col = blockIdx.x * SIDE; //@8
    float total = 0.0f; //@9
    for (int first = 0; first < k; first += SIDE) { //@10
        tile_a[ty][tx] = a[(first_row + ty) * k + first + tx]; //@11
        tile_b[ty][tx] = b[(first + ty) * n + first_col + tx]; //@12
        __syncthreads(); //@13
        for (int i = 0; i < SIDE; i++) //@14
            total += tile_a[ty][i] * tile_b[i][tx]; //@15
        __syncthreads(); //@16
    }
    int row = first_row + ty; //@17
    int col = first_col + tx; //@18
    c[row * n + col] = alpha * total + beta * c[row * n + col]; //@19
}
