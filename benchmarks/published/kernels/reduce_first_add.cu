#define BLOCK_SIZE 256

extern "C" __global__ void reduce_first_add(const float* x, float* sums)
{
    __shared__ float part[BLOCK_SIZE];
    unsigned t = threadIdx.x; //@4
    unsigned i = blockIdx.x * (blockDim.x * 2) + t; //@5
    part[t] = x[i] + x[i + blockDim.x]; //@6
    __syncthreads(); //@7
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) { //@9
        if (t < s) //@10
            part[t] += part[t + s]; //@11
        __syncthreads(); //@12
    }
    if (t == 0) //@14
        sums[blockIdx.x] = part[0]; //@15
}
