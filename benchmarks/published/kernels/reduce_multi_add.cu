#define BLOCK_SIZE 256

extern "C" __global__ void reduce_multi_add(const float* x, float* sums, int n)
{
    __shared__ volatile float part[BLOCK_SIZE];
    unsigned t = threadIdx.x; //@4
    unsigned each = n / (gridDim.x * BLOCK_SIZE); //@5
    unsigned i = blockIdx.x * (BLOCK_SIZE * each) + t; //@6
    float total = 0.0f; //@7
    for (unsigned k = 0; k < each; k++) //@8
        total += x[i + k * BLOCK_SIZE]; //@9
    part[t] = total; //@10
    __syncthreads(); //@11
    if (t < 128) //@12
        part[t] += part[t + 128]; //@13
    __syncthreads(); //@14
    if (t < 64) //@15
        part[t] += part[t + 64]; //@16
    __syncthreads(); //@17
    if (t < 32) { //@18
        part[t] += part[t + 32]; //@19
        part[t] += part[t + 16]; //@21
        part[t] += part[t + 8]; //@23
        part[t] += part[t + 4]; //@25
        part[t] += part[t + 2]; //@27
        part[t] += part[t + 1]; //@29
    }
    if (t == 0) //@30
        sums[blockIdx.x] = part[0]; //@31
}
