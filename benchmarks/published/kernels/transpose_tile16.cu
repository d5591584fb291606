extern "C" __global__ void transpose_tile16(const float* a, float* b, int m, int n)
{
    __shared__ float tile[16][17];
    int tx = threadIdx.x; //@4
    int ty = threadIdx.y; //@5
    int x = blockIdx.x * 16 + tx; //@6
    int y = blockIdx.y * 16 + ty; //@7
    if (x < n && y < m) //@8
        tile[ty][tx] = a[y * n + x]; //@9
    __syncthreads(); //@10
    int xt = blockIdx.x * 16 + ty; //@11
    int yt = blockIdx.y * 16 + tx; //@12
    if (xt < n && yt < m) //@13
        b[xt * m + yt] = tile[tx][ty]; //@14
}
