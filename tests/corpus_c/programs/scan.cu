#include <stdio.h>

#define BLOCK 128

// an inclusive scan of one block (Hillis and Steele)
__global__ void inclusive_scan(const int *in, int *out, const int n)
{
    extern __shared__ int buffer[];
    const int tid = threadIdx.x;
    int pout = 0, pin = 1;
    buffer[tid] = (tid < n) ? in[tid] : 0;
    __syncthreads();
    for (int offset = 1; offset < n; offset <<= 1) {
        pout = 1 - pout;
        pin = 1 - pout;
        buffer[pout * n + tid] = buffer[pin * n + tid];
        if (tid >= offset)
            buffer[pout * n + tid] += buffer[pin * n + tid - offset];
        __syncthreads();
    }
    out[tid] = buffer[pout * n + tid];
}

int main()
{
    int *d_in, *d_out;
    int h_in[BLOCK];
    for (int i = 0; i < BLOCK; ++i) h_in[i] = i;
    cudaMalloc(&d_in, BLOCK * sizeof(int));
    cudaMalloc(&d_out, BLOCK * sizeof(int));
    cudaMemcpy(d_in, h_in, sizeof(h_in), cudaMemcpyHostToDevice);
    inclusive_scan<<<1, BLOCK, 2 * BLOCK * sizeof(int)>>>(d_in, d_out, BLOCK);
    cudaDeviceSynchronize();
}
