#define BLOCK_SIZE 256

extern "C" __global__ void reduce_modulo(const float* x, float* sums)
{
    __shared__ float part[BLOCK_SIZE];
    unsigned t = threadIdx.x; //@4
    unsigned i = blockIdx.x * blockDim.x + t; //@5
    part[t] = x[i]; //@6
    __syncthreads(); //@7
    for (unsigned s = 1; s < blockDim.x; s *= 2) { //@9
        if (t % (2 * s) == 0) //@10
            part[t] += part[t + s]; //@11
        __syncthreads(); //@12
    }
    if (t == 0) //@14
        sums[blockIdx.x] = part[0]; //@15
}
