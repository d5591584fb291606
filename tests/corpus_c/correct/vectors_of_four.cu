// y = a x + y, four numbers at a time; the rest of the array one by one.
// gpuviz: n = 1003
// gpuviz: a = 3
// gpuviz: x = random(n)
// gpuviz: y = random(n)
// gpuviz: threads = n / 4
// gpuviz: block = 64
__global__ void saxpy4(float a, const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 4) {
        float4 u = reinterpret_cast<const float4*>(x)[i];
        float4 v = reinterpret_cast<float4*>(y)[i];
        v.x += a * u.x;
        v.y += a * u.y;
        v.z += a * u.z;
        v.w += a * u.w;
        reinterpret_cast<float4*>(y)[i] = v;
    }
    int rest = n / 4 * 4 + i;
    if (rest < n)
        y[rest] += a * x[rest];
}
