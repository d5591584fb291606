// Q-learning: thousands of experiences correct one table of what actions are worth.
// Twin of q_learning.py, where
//     n = states.size
//     count = table.shape[1]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

__device__ float best_of(const float* table, int state, int count)
{
    float best = table[state * count];  // <- best = table[state, 0]
    for (int action = 1; action < count; action++)  // <- for action in range(1, table.shape[1]):
        best = fmaxf(best, table[state * count + action]);  // <- best = max(best, table[state, action])
    return best;  // <- return best
}

__global__ void q_learning(const int* states, const int* actions, const float* rewards,
                           const int* next_states, const float* table, float* delta, float rate,
                           float discount, int n, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n) {  // <- if i < states.size:
        int s = states[i];  // <- s = states[i]
        int a = actions[i];  // <- a = actions[i]
        float worth = rewards[i];  // <- worth = rewards[i]
        if (next_states[i] >= 0)  // <- if next_states[i] >= 0:
            worth += discount * best_of(table, next_states[i], count);  // <- worth += discount * best_of(table, next_states[i])
        float change = rate * (worth - table[s * count + a]);  // <- change = rate * (worth - table[s, a])
        atomicAdd(&delta[s * count + a], change);  // <- cuda.atomic.add(delta, (s, a), change)
    }
}

// ----------------------------------------------------------------------------- host

#define CHECK(call)                                                                         \
    do {                                                                                    \
        cudaError_t status = call;                                                          \
        if (status != cudaSuccess) {                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(status)); \
            exit(1);                                                                        \
        }                                                                                   \
    } while (0)

// Random numbers from `low` up to `high`.
void fill(std::vector<float>& values, float low = 0.0f, float high = 1.0f)
{
    for (float& value : values)
        value = low + (high - low) * (rand() / (RAND_MAX + 1.0f));
}

// How far the worst element is off, measured by its size where that is above 1.
template <typename T>
double largest_error(const std::vector<T>& found, const std::vector<T>& expected)
{
    double largest = 0.0;
    for (size_t i = 0; i < expected.size(); i++) {
        double value = found[i], right = expected[i];
        if (std::isnan(value))
            return INFINITY;
        if (value != right)  // two infinities have no difference
            largest = fmax(largest, fabs(value - right) / fmax(1.0, fabs(right)));
    }
    return largest;
}

int main()
{
    const int n = 1000, number_of_states = 64, count = 4;  // of actions
    const float rate = 0.1f, discount = 0.9f;
    std::vector<int> states(n), actions(n), next_states(n);
    std::vector<float> rewards(n), table(number_of_states * count);
    std::vector<float> delta(table.size()), expected(table.size());
    for (int i = 0; i < n; i++) {
        states[i] = rand() % number_of_states;
        actions[i] = rand() % count;
        bool is_end = rand() % 10 == 0;
        next_states[i] = is_end ? -1 : rand() % number_of_states;
        rewards[i] = is_end;  // it is good to arrive
    }
    fill(table);

    int* d_states;
    int* d_actions;
    float* d_rewards;
    int* d_next_states;
    float* d_table;
    float* d_delta;
    CHECK(cudaMalloc(&d_states, n * sizeof(int)));
    CHECK(cudaMalloc(&d_actions, n * sizeof(int)));
    CHECK(cudaMalloc(&d_rewards, n * sizeof(float)));
    CHECK(cudaMalloc(&d_next_states, n * sizeof(int)));
    CHECK(cudaMalloc(&d_table, table.size() * sizeof(float)));
    CHECK(cudaMalloc(&d_delta, delta.size() * sizeof(float)));
    CHECK(cudaMemcpy(d_states, states.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_actions, actions.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_rewards, rewards.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_next_states, next_states.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_table, table.data(), table.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_delta, delta.data(), delta.size() * sizeof(float), cudaMemcpyHostToDevice));

    dim3 block(128);
    dim3 grid((n + block.x - 1) / block.x);
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    q_learning<<<grid, block>>>(d_states, d_actions, d_rewards, d_next_states, d_table, d_delta,
                                rate, discount, n, count);
    CHECK(cudaGetLastError());  // was the launch accepted?
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernel: its own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    CHECK(cudaMemcpy(delta.data(), d_delta, delta.size() * sizeof(float), cudaMemcpyDeviceToHost));

    // the same on the CPU
    for (int i = 0; i < n; i++) {
        float worth = rewards[i];
        if (next_states[i] >= 0) {
            float best = -INFINITY;
            for (int action = 0; action < count; action++)
                best = fmaxf(best, table[next_states[i] * count + action]);
            worth += discount * best;
        }
        int place = states[i] * count + actions[i];
        expected[place] += rate * (worth - table[place]);
    }
    double error = largest_error(delta, expected);
    bool passed = error <= 1e-5;
    printf("q_learning: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_states));
    CHECK(cudaFree(d_actions));
    CHECK(cudaFree(d_rewards));
    CHECK(cudaFree(d_next_states));
    CHECK(cudaFree(d_table));
    CHECK(cudaFree(d_delta));
    return passed ? 0 : 1;
}
