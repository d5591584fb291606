// Each tile of eight lanes finds its largest number, and each warp counts the odd ones.
// gpuviz: n = 256
// gpuviz: x = random(n)
// gpuviz: largest = zeros(n / 8)
// gpuviz: odd = zeros(n / 32)
// gpuviz: threads = n
// gpuviz: block = 128
#include <cooperative_groups.h>
using namespace cooperative_groups;

__global__ void tiles(const int* x, int* largest, int* odd)
{
    auto block = this_thread_block();
    auto eight = tiled_partition<8>(block);
    thread_block_tile<32> warp = tiled_partition<32>(block);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int most = x[i];
    for (int step = eight.size() / 2; step > 0; step /= 2)
        most = max(most, eight.shfl_xor(most, step));
    if (eight.thread_rank() == 0)
        largest[i / 8] = most;
    unsigned int votes = warp.ballot(x[i] % 2);
    if (warp.thread_rank() == 0)
        odd[i / 32] = __popc(votes);
}
