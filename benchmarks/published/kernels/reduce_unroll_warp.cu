#define BLOCK_SIZE 256

extern "C" __global__ void reduce_unroll_warp(const float* x, float* sums)
{
    __shared__ volatile float part[BLOCK_SIZE];
    unsigned t = threadIdx.x; //@4
    unsigned i = blockIdx.x * (blockDim.x * 2) + t; //@5
    part[t] = x[i] + x[i + blockDim.x]; //@6
    __syncthreads(); //@7
    for (unsigned s = blockDim.x / 2; s > 32; s /= 2) { //@9
        if (t < s) //@10
            part[t] += part[t + s]; //@11
        __syncthreads(); //@12
    }
    if (t < 32) { //@14
        part[t] += part[t + 32]; //@15
        part[t] += part[t + 16]; //@17
        part[t] += part[t + 8]; //@19
        part[t] += part[t + 4]; //@21
        part[t] += part[t + 2]; //@23
        part[t] += part[t + 1]; //@25
    }
    if (t == 0) //@26
        sums[blockIdx.x] = part[0]; //@27
}
