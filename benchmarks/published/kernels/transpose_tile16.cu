extern "C" __global__ void transpose_tile16(const float* a, float* b, int m, int n)
{
    __shared__ float tile[16][17];
    int tx = threadIdx.x; //@18
    int ty = threadIdx.y; //@19
    int x = blockIdx.x * 16 + tx; //@20
    int y = blockIdx.y * 16 + ty; //@21
    if (x < n && y < m) //@22
        tile[ty][tx] = a[y * n + x]; //@23
    __syncthreads(); //@24
    int xt = blockIdx.x * 16 + ty; //@25
    int yt = blockIdx.y * 16 + tx; //@26
    if (xt < n && yt < m) //@27
        b[xt * m + yt] = tile[tx][ty]; //@28
}
