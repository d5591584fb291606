// gpuviz: n = 64
// gpuviz: c = zeros(n)
// gpuviz: threads = n
// gpuviz: block = 64
__global__ void permute(unsigned* c)
{
    unsigned i = threadIdx.x;
    unsigned r = __brev(i) >> 26;
    c[r] = i;
}
