// gpuviz: n = 256
// gpuviz: a = random(n)
// gpuviz: b = zeros(n)
// gpuviz: threads = n / 4
// gpuviz: block = 64
__global__ void copy(const float* a, float* b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 v = reinterpret_cast<const float4*>(a)[i];
        v.w *= 2;
        reinterpret_cast<float4*>(b)[i] = v;
    }
}
