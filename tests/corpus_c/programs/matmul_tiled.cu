#include <cstdio>
#include <vector>
#include <cassert>

#define TILE_WIDTH 16

__global__ void MatrixMulKernel(float* M, float* N, float* P, int Width)
{
    __shared__ float Mds[TILE_WIDTH][TILE_WIDTH];
    __shared__ float Nds[TILE_WIDTH][TILE_WIDTH];

    int bx = blockIdx.x;  int by = blockIdx.y;
    int tx = threadIdx.x; int ty = threadIdx.y;
    int Row = by * TILE_WIDTH + ty;
    int Col = bx * TILE_WIDTH + tx;

    float Pvalue = 0;
    for (int ph = 0; ph < ceil(Width / (float)TILE_WIDTH); ++ph) {
        if ((Row < Width) && (ph * TILE_WIDTH + tx) < Width)
            Mds[ty][tx] = M[Row * Width + ph * TILE_WIDTH + tx];
        else
            Mds[ty][tx] = 0.0f;
        if ((ph * TILE_WIDTH + ty) < Width && Col < Width)
            Nds[ty][tx] = N[(ph * TILE_WIDTH + ty) * Width + Col];
        else
            Nds[ty][tx] = 0.0f;
        __syncthreads();
        for (int k = 0; k < TILE_WIDTH; ++k)
            Pvalue += Mds[ty][k] * Nds[k][tx];
        __syncthreads();
    }
    if ((Row < Width) && (Col < Width))
        P[Row * Width + Col] = Pvalue;
}

int main()
{
    const int Width = 40;
    const size_t bytes = Width * Width * sizeof(float);
    std::vector<float> h_M(Width * Width, 1.0f), h_N(Width * Width, 2.0f), h_P(Width * Width);
    float *d_M, *d_N, *d_P;
    cudaMalloc(&d_M, bytes);
    cudaMalloc(&d_N, bytes);
    cudaMalloc(&d_P, bytes);
    cudaMemcpy(d_M, h_M.data(), bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(d_N, h_N.data(), bytes, cudaMemcpyHostToDevice);
    dim3 dimGrid(ceil(Width / 16.0), ceil(Width / 16.0), 1);
    dim3 dimBlock(TILE_WIDTH, TILE_WIDTH, 1);
    MatrixMulKernel<<<dimGrid, dimBlock>>>(d_M, d_N, d_P, Width);
    cudaMemcpy(h_P.data(), d_P, bytes, cudaMemcpyDeviceToHost);
    for (auto value : h_P) assert(value == 2.0f * Width);
    cudaFree(d_M); cudaFree(d_N); cudaFree(d_P);
}
