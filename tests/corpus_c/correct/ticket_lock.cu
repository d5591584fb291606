// One thread of each block after the other adds to a total of two numbers: a lock by tickets.
// gpuviz: n = 16
// gpuviz: x = random(n)
// gpuviz: total = zeros(2)
// gpuviz: threads = n * 32
// gpuviz: block = 32
__device__ unsigned int next_ticket, serving;

__global__ void add_in_turn(const int* x, int* total)
{
    if (threadIdx.x != 0)
        return;
    unsigned int mine = atomicAdd(&next_ticket, 1u);
    while (atomicAdd(&serving, 0u) != mine)
        ;
    __threadfence();
    total[0] += x[blockIdx.x];
    total[1] += 1;
    __threadfence();
    atomicAdd(&serving, 1u);
}
