// expected: race
// gpuviz: n = 128
// gpuviz: x = random(n)
// gpuviz: y = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 128
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void reverse(const int* x, int* y)
{
    __shared__ int room[128];
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int t = threadIdx.x;
    room[t] = x[t]; // <- write
    warp.sync();
    y[t] = room[127 - t]; // <- of another warp
}
