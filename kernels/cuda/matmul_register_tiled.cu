#define TILE 16
#define SIDE 8

extern "C" __global__ void matmul_register_tiled(
    const float* a, const float* b, float* c, int m, int n, int k)
{
    __shared__ float tiles_a[SIDE][TILE][TILE];
    __shared__ float tiles_b[SIDE][TILE][TILE];
    float total[SIDE][SIDE] = {{0.0f}};
    float column[SIDE];
    int tx = threadIdx.x; //@7
    int ty = threadIdx.y; //@8
    int width = blockDim.x; //@9
    int height = blockDim.y; //@10
    int first_col = blockIdx.x * width * SIDE + tx; //@11
    int first_row = blockIdx.y * height * SIDE + ty; //@12
    int stride = min(width, height); //@13
    for (int first = 0; first < k; first += stride) { //@17
        if (tx < stride) //@18
            for (int r = 0; r < SIDE; r++) { //@19
                int row = first_row + r * height; //@20
                bool inside = row < m && first + tx < k; //@21
                tiles_a[r][ty][tx] = inside ? a[row * k + first + tx] : 0.0f; //@22
            }
        if (ty < stride) //@23
            for (int s = 0; s < SIDE; s++) { //@24
                int col = first_col + s * width; //@25
                bool inside = first + ty < k && col < n; //@26
                tiles_b[s][ty][tx] = inside ? b[(first + ty) * n + col] : 0.0f; //@27
            }
        __syncthreads(); //@28
        for (int i = 0; i < stride; i++) { //@29
            for (int r = 0; r < SIDE; r++) //@30
                column[r] = tiles_a[r][ty][i]; //@31
            for (int s = 0; s < SIDE; s++) { //@32
                float value = tiles_b[s][i][tx]; //@33
                for (int r = 0; r < SIDE; r++) //@34
                    total[r][s] += column[r] * value; //@35
            }
        }
        __syncthreads(); //@36
    }
    for (int r = 0; r < SIDE; r++) //@37
        for (int s = 0; s < SIDE; s++) { //@38
            int row = first_row + r * height; //@39
            int col = first_col + s * width; //@40
            if (row < m && col < n) //@41
                c[row * n + col] = total[r][s]; //@42
        }
}
