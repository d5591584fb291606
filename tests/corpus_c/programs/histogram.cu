#include <stdio.h>
#define SIZE 10000

__global__ void histo_kernel(unsigned char *buffer, long size, unsigned int *histo)
{
    __shared__ unsigned int temp[256];
    temp[threadIdx.x] = 0;
    __syncthreads();
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int offset = blockDim.x * gridDim.x;
    while (i < size) {
        atomicAdd(&temp[buffer[i]], 1);
        i += offset;
    }
    __syncthreads();
    atomicAdd(&(histo[threadIdx.x]), temp[threadIdx.x]);
}

int main(void)
{
    unsigned char *buffer = (unsigned char *)malloc(SIZE);
    unsigned char *dev_buffer;
    unsigned int *dev_histo;
    cudaMalloc((void **)&dev_buffer, SIZE);
    cudaMemcpy(dev_buffer, buffer, SIZE, cudaMemcpyHostToDevice);
    cudaMalloc((void **)&dev_histo, 256 * sizeof(int));
    cudaMemset(dev_histo, 0, 256 * sizeof(int));
    int blocks = 4;
    histo_kernel<<<blocks * 2, 256>>>(dev_buffer, SIZE, dev_histo);
    unsigned int histo[256];
    cudaMemcpy(histo, dev_histo, 256 * sizeof(int), cudaMemcpyDeviceToHost);
    return 0;
}
