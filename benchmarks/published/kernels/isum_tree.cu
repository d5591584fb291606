#define BLOCK_SIZE 512

extern "C" __global__ void isum_tree(const int* x, int* sums, int n)
{
    __shared__ int part[BLOCK_SIZE];
    int t = threadIdx.x; //@19
    int start = blockIdx.x * BLOCK_SIZE + t; //@20
    int total = 0; //@21
    for (int i = start; i < n; i += BLOCK_SIZE * gridDim.x) //@22
        total += x[i]; //@23
    part[t] = total; //@24
    __syncthreads(); //@25
    for (int s = blockDim.x / 2; s > 0; s /= 2) { //@27
        if (t < s) //@28
            part[t] += part[t + s]; //@29
        __syncthreads(); //@30
    }
    if (t == 0) //@32
        sums[blockIdx.x] = part[0]; //@33
}
