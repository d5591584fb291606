#define BLOCK_SIZE 512

extern "C" __global__ void isum_tree(const int* x, int* sums, int n)
{
    __shared__ int part[BLOCK_SIZE];
    int t = threadIdx.x; //@4
    int start = blockIdx.x * BLOCK_SIZE + t; //@5
    int total = 0; //@6
    for (int i = start; i < n; i += BLOCK_SIZE * gridDim.x) //@7
        total += x[i]; //@8
    part[t] = total; //@9
    __syncthreads(); //@10
    for (int s = blockDim.x / 2; s > 0; s /= 2) { //@12
        if (t < s) //@13
            part[t] += part[t + s]; //@14
        __syncthreads(); //@15
    }
    if (t == 0) //@17
        sums[blockIdx.x] = part[0]; //@18
}
