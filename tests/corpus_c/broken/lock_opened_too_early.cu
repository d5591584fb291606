// expected: race
// gpuviz: n = 16
// gpuviz: x = random(n)
// gpuviz: total = zeros(1)
// gpuviz: threads = n * 32
// gpuviz: block = 32
__device__ int lock;

__global__ void add(const int* x, int* total)
{
    if (threadIdx.x != 0)
        return;
    while (atomicCAS(&lock, 0, 1) != 0)
        ;
    __threadfence();
    int now = *total; // <- read
    __threadfence();
    atomicExch(&lock, 0);
    *total = now + x[blockIdx.x]; // <- write: the lock is open
}
