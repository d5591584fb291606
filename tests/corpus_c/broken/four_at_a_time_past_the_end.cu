// expected: out-of-bounds
// gpuviz: n = 1002
// gpuviz: x = random(n)
// gpuviz: y = zeros(n)
// gpuviz: threads = (n + 3) / 4
// gpuviz: block = 64
__global__ void twice(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i < n) {
        float4 v = reinterpret_cast<const float4*>(x)[i]; // <- the last one has two numbers only
        v.x *= 2;
        v.y *= 2;
        v.z *= 2;
        v.w *= 2;
        reinterpret_cast<float4*>(y)[i] = v; // <-
    }
}
