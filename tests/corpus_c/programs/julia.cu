#include <cstdio>
#define DIM 64

struct Complex { float r; float i; };

__device__ Complex add(Complex a, Complex b) { return {a.r + b.r, a.i + b.i}; }
__device__ Complex mul(Complex a, Complex b)
{
    return {a.r * b.r - a.i * b.i, a.i * b.r + a.r * b.i};
}
__device__ float magnitude2(Complex a) { return a.r * a.r + a.i * a.i; }

__device__ int julia(int x, int y)
{
    const float scale = 1.5;
    float jx = scale * (float)(DIM / 2 - x) / (DIM / 2);
    float jy = scale * (float)(DIM / 2 - y) / (DIM / 2);
    Complex c = {-0.8f, 0.156f};
    Complex a = {jx, jy};
    for (int i = 0; i < 200; i++) {
        a = add(mul(a, a), c);
        if (magnitude2(a) > 1000)
            return 0;
    }
    return 1;
}

__global__ void kernel(unsigned char *ptr)
{
    int x = blockIdx.x;
    int y = blockIdx.y;
    int offset = x + y * gridDim.x;
    int juliaValue = julia(x, y);
    ptr[offset * 4 + 0] = 255 * juliaValue;
    ptr[offset * 4 + 1] = 0;
    ptr[offset * 4 + 2] = 0;
    ptr[offset * 4 + 3] = 255;
}

int main(void)
{
    unsigned char *dev_bitmap;
    cudaMalloc((void **)&dev_bitmap, DIM * DIM * 4);
    dim3 grid(DIM, DIM);
    kernel<<<grid, 1>>>(dev_bitmap);
    return 0;
}
