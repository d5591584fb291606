#include <cstdio>
#define SOFTENING 1e-9f
#define BLOCK_SIZE 64
typedef struct { float4 *pos, *vel; } BodySystem;

__global__ void bodyForce(float4 *p, float4 *v, float dt, int n)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n) {
        float Fx = 0.0f; float Fy = 0.0f; float Fz = 0.0f;
        for (int tile = 0; tile < gridDim.x; tile++) {
            __shared__ float3 spos[BLOCK_SIZE];
            float4 tpos = p[tile * blockDim.x + threadIdx.x];
            spos[threadIdx.x] = make_float3(tpos.x, tpos.y, tpos.z);
            __syncthreads();
            for (int j = 0; j < BLOCK_SIZE; j++) {
                float dx = spos[j].x - p[i].x;
                float dy = spos[j].y - p[i].y;
                float dz = spos[j].z - p[i].z;
                float distSqr = dx * dx + dy * dy + dz * dz + SOFTENING;
                float invDist = rsqrtf(distSqr);
                float invDist3 = invDist * invDist * invDist;
                Fx += dx * invDist3; Fy += dy * invDist3; Fz += dz * invDist3;
            }
            __syncthreads();
        }
        v[i].x += dt * Fx; v[i].y += dt * Fy; v[i].z += dt * Fz;
    }
}

int main(const int argc, const char **argv)
{
    int nBodies = 128;
    const float dt = 0.01f;
    int bytes = nBodies * sizeof(float4);
    float4 *d_pos, *d_vel;
    cudaMalloc(&d_pos, bytes);
    cudaMalloc(&d_vel, bytes);
    cudaMemset(d_pos, 0, bytes);
    cudaMemset(d_vel, 0, bytes);
    int nBlocks = (nBodies + BLOCK_SIZE - 1) / BLOCK_SIZE;
    bodyForce<<<nBlocks, BLOCK_SIZE>>>(d_pos, d_vel, dt, nBodies);
    return 0;
}
