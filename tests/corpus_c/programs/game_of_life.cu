#include <vector>
#include <utility>

__global__ void step(const unsigned char* __restrict__ now, unsigned char* __restrict__ next,
                     int width, int height)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
            if (dx == 0 && dy == 0) continue;
            int nx = (x + dx + width) % width, ny = (y + dy + height) % height;
            alive += now[ny * width + nx] & 1;
        }
    next[y * width + x] = alive == 3 || (alive == 2 && (now[y * width + x] & 1));
}

int main()
{
    int width = 64, height = 48;
    std::vector<unsigned char> cells(width * height);
    unsigned char *a, *b;
    cudaMalloc(&a, width * height);
    cudaMalloc(&b, width * height);
    cudaMemcpy(a, cells.data(), cells.size(), cudaMemcpyHostToDevice);
    dim3 threads(16, 16);
    dim3 blocks((width + threads.x - 1) / threads.x, (height + threads.y - 1) / threads.y);
    for (int generation = 0; generation < 10; ++generation) {
        step<<<blocks, threads>>>(a, b, width, height);
        std::swap(a, b);
    }
    cudaDeviceSynchronize();
    return 0;
}
