// gpuviz: n = 8
// gpuviz: lock = zeros(1)
// gpuviz: total = zeros(1)
// gpuviz: threads = 8
// gpuviz: block = 1
__global__ void add_one(int* lock, int* total)
{
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    *total += 1;
    __threadfence();
    atomicExch(lock, 0);
}
