// gpuviz: n = 128
// gpuviz: a = ramp(n)
// gpuviz: c = zeros(n)
// gpuviz: threads = n
enum Kind { SMALL, MIDDLE, LARGE };
__device__ Kind kind_of(int x) { return x < 10 ? SMALL : x < 100 ? MIDDLE : LARGE; }
__global__ void classify(const int* a, int* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        switch (kind_of(a[i])) {
        case SMALL:
            c[i] = 1;
            break;
        case MIDDLE:
            c[i] = 2;
            break;
        default:
            c[i] = 3;
        }
    }
}
