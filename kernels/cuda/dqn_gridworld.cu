// Deep Q network: an agent in a maze learns the way from moves that it remembers.
// Twin of dqn_gridworld.py.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr float KEEP_MEAN = 0.9f, NEW_MEAN = 0.1f;
constexpr float KEEP_SQUARE = 0.999f, NEW_SQUARE = 0.001f;
constexpr float LOG_MEAN = -0.10536051565782628f;       // of 0.9
constexpr float LOG_SQUARE = -0.0010005003335835335f;   // of 0.999
constexpr float EPSILON = 1e-8f;                        // nothing is divided by zero

__global__ void dense(const float* x, const float* weights, const float* bias, float* y, int batch,
                      int neurons, int features)
{
    int neuron = blockIdx.x * blockDim.x + threadIdx.x;  // <- neuron, sample = cuda.grid(2)
    int sample = blockIdx.y * blockDim.y + threadIdx.y;  // <- neuron, sample = cuda.grid(2)
    if (sample < batch && neuron < neurons) {  // <- if sample < y.shape[0] and neuron < y.shape[1]:
        float total = bias[neuron];  // <- total = bias[neuron]
        for (int i = 0; i < features; i++)  // <- for i in range(x.shape[1]):
            total += weights[neuron * features + i] * x[sample * features + i];  // <- total += weights[neuron, i] * x[sample, i]
        y[sample * neurons + neuron] = total;  // <- y[sample, neuron] = total
    }
}

__device__ float rectified(float v)
{
    return fmaxf(v, 0.0f);  // <- return max(v, ZERO)
}

__global__ void relu(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < x.size:
        y[i] = rectified(x[i]);  // <- y[i] = rectified(x[i])
}

__global__ void matmul_backward(const float* x, const float* weights, const float* dy, float* dx,
                                float* dweights, float* dbias, int batch, int neurons,
                                int features)
{
    int feature = blockIdx.x * blockDim.x + threadIdx.x;  // <- feature, row = cuda.grid(2)
    int row = blockIdx.y * blockDim.y + threadIdx.y;  // <- feature, row = cuda.grid(2)
    if (feature < features) {  // <- if feature < x.shape[1]:
        if (row < batch) {  // a sample: what its neurons pass down  // <- if row < dx.shape[0]:
            float total = 0.0f;  // <- total = ZERO #1
            for (int neuron = 0; neuron < neurons; neuron++)  // <- for neuron in range(dy.shape[1]):
                total += dy[row * neurons + neuron] * weights[neuron * features + feature];  // <- total += dy[row, neuron] * weights[neuron, feature]
            dx[row * features + feature] = total;  // <- dx[row, feature] = total
        }
        if (row < neurons) {  // a neuron: what its samples have taught it  // <- if row < dweights.shape[0]:
            float total = 0.0f;  // <- total = ZERO #2
            float total_of_bias = 0.0f;  // <- total_of_bias = ZERO
            for (int sample = 0; sample < batch; sample++) {  // <- for sample in range(dy.shape[0]):
                float d = dy[sample * neurons + row];  // <- d = dy[sample, row]
                total += d * x[sample * features + feature];  // <- total += d * x[sample, feature]
                total_of_bias += d;  // <- total_of_bias += d
            }
            dweights[row * features + feature] = total;  // <- dweights[row, feature] = total
            if (feature == 0)  // <- if feature == 0:
                dbias[row] = total_of_bias;  // <- dbias[row] = total_of_bias
        }
    }
}

__global__ void adam_step(float* weights, const float* gradient, float* mean, float* square,
                          float rate, int step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n) {  // <- if i < weights.size:
        float g = gradient[i];  // <- g = gradient[i]
        float m = KEEP_MEAN * mean[i] + NEW_MEAN * g;  // <- m = KEEP_MEAN * mean[i] + NEW_MEAN * g
        float s = KEEP_SQUARE * square[i] + NEW_SQUARE * g * g;  // <- s = KEEP_SQUARE * square[i] + NEW_SQUARE * g * g
        mean[i] = m;  // <- mean[i] = m
        square[i] = s;  // <- square[i] = s
        m /= -expm1f((float)step * LOG_MEAN);  // <- m /= -math.expm1(np.float32(step) * LOG_MEAN)
        s /= -expm1f((float)step * LOG_SQUARE);  // <- s /= -math.expm1(np.float32(step) * LOG_SQUARE)
        float change = rate * m / (sqrtf(s) + EPSILON);  // <- change = rate * m / (math.sqrt(s) + EPSILON)
        weights[i] -= change;  // <- weights[i] -= change
    }
}

__device__ int best_action(const float* q, int field, int actions)
{
    int best = 0;  // <- best = 0
    for (int action = 1; action < actions; action++)  // <- for action in range(1, q.shape[1]):
        if (q[field * actions + action] > q[field * actions + best])  // <- if q[field, action] > q[field, best]:
            best = action;  // <- best = action
    return best;  // <- return best
}

// Gradient of half the squared error: the error at the action taken, 0 elsewhere.
__global__ void td_error(const float* q, const float* q_after, const int* actions,
                         const float* rewards, const float* discounts, float* gradient, int batch,
                         int count)
{
    int sample = blockIdx.x * blockDim.x + threadIdx.x;  // <- sample = cuda.grid(1)
    if (sample < batch) {  // <- if sample < actions.size:
        float after = q_after[sample * count + best_action(q_after, sample, count)];  // <- after = q_after[sample, best_action(q_after, sample)]
        float target = rewards[sample] + discounts[sample] * after;  // <- target = rewards[sample] + discounts[sample] * after
        for (int action = 0; action < count; action++)  // <- for action in range(q.shape[1]):
            gradient[sample * count + action] = 0.0f;  // <- gradient[sample, action] = np.float32(0)
        int action = actions[sample];  // <- action = actions[sample]
        gradient[sample * count + action] = q[sample * count + action] - target;  // <- gradient[sample, action] = q[sample, action] - target
    }
}

__global__ void relu_backward(const float* x, const float* dy, float* dx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;  // <- i = cuda.grid(1)
    if (i < n)  // <- if i < dx.size:
        dx[i] = x[i] > 0.0f ? dy[i] : 0.0f;  // <- dx[i] = dy[i] if x[i] > 0 else np.float32(0)
}

// From each field an agent makes its best move again and again; counts who finds the goal.
__global__ void walk(const float* q, const int* neighbours, int goal, int* policy, int* reached,
                     int fields, int actions)
{
    int field = blockIdx.x * blockDim.x + threadIdx.x;  // <- field = cuda.grid(1)
    if (field < fields) {  // <- if field < policy.size:
        policy[field] = -1;  // a wall and the goal have no way out  // <- policy[field] = -1
        if (field != goal && neighbours[field * actions] >= 0) {  // <- if field != goal and neighbours[field, 0] >= 0:
            policy[field] = best_action(q, field, actions);  // <- policy[field] = best_action(q, field)
            int here = field, moves = 0;  // <- here, moves = field, 0
            while (here != goal && moves < fields) {  // <- while here != goal and moves < policy.size:
                here = neighbours[here * actions + best_action(q, here, actions)];  // <- here = neighbours[here, best_action(q, here)]
                moves += 1;  // <- moves += 1
            }
            if (here == goal)  // <- if here == goal:
                atomicAdd(reached, 1);  // <- cuda.atomic.add(reached, 0, 1)
        }
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

std::vector<void*> allocated;

// Device memory for `count` elements; freed at the end.
template <typename T>
T* on_device(size_t count)
{
    T* memory;
    CHECK(cudaMalloc(&memory, count * sizeof(T)));
    allocated.push_back(memory);
    return memory;
}

template <typename T>
T* to_device(const std::vector<T>& values)
{
    T* memory = on_device<T>(values.size());
    CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice));
    return memory;
}

template <typename T>
void to_host(std::vector<T>& values, const T* memory)
{
    CHECK(cudaMemcpy(values.data(), memory, values.size() * sizeof(T), cudaMemcpyDeviceToHost));
}

const char MAZE[] = "....G"
                    ".##.."
                    "...#."
                    ".#..."
                    ".....";
constexpr int SIDE = 5, FIELDS = SIDE * SIDE, GOAL = 4;
constexpr int ACTIONS = 4;            // up, right, down, left
constexpr int FEATURES = 2 + FIELDS;  // row and column, and a number for each field
constexpr int HIDDEN = 32;
constexpr int SIZE = HIDDEN * (FEATURES + 1) + ACTIONS * (HIDDEN + 1);  // of the network

const dim3 TILE(16, 16);
constexpr int LINE = 128;

// The grid of TILE-sized blocks that covers a matrix.
dim3 tiles(int columns, int rows)
{
    return dim3((columns + TILE.x - 1) / TILE.x, (rows + TILE.y - 1) / TILE.y);
}

// The number of LINE-sized blocks that covers n elements.
int lines(int n)
{
    return (n + LINE - 1) / LINE;
}

void dense_layer(const float* x, const float* weights, const float* bias, float* y, int batch,
                 int neurons, int features)
{
    dense<<<tiles(neurons, batch), TILE>>>(x, weights, bias, y, batch, neurons, features);
    CHECK(cudaGetLastError());  // was the launch accepted?
}

void activate(const float* x, float* y, int n)
{
    relu<<<lines(n), LINE>>>(x, y, n);
    CHECK(cudaGetLastError());
}

void backward(const float* x, const float* weights, const float* dy, float* dx, float* dweights,
              float* dbias, int batch, int neurons, int features)
{
    dim3 grid = tiles(features, batch > neurons ? batch : neurons);
    matmul_backward<<<grid, TILE>>>(x, weights, dy, dx, dweights, dbias, batch, neurons, features);
    CHECK(cudaGetLastError());
}

// Weights and biases of both layers: places in one array.
template <typename T>
struct Layers {
    T *w1, *b1, *w2, *b2;
    explicit Layers(T* network)
        : w1(network), b1(w1 + HIDDEN * FEATURES), w2(b1 + HIDDEN), b2(w2 + ACTIONS * HIDDEN)
    {
    }
};

// Q values of all moves in the fields of x; `sums` may be `active`.
void forward(Layers<float> layers, const float* x, float* sums, float* active, float* q, int batch)
{
    dense_layer(x, layers.w1, layers.b1, sums, batch, HIDDEN, FEATURES);
    activate(sums, active, batch * HIDDEN);
    dense_layer(active, layers.w2, layers.b2, q, batch, ACTIONS, HIDDEN);
}

// Where a move leads; one into a wall leads nowhere. -1 where a wall or the goal is.
std::vector<int> next_fields()
{
    const int down[ACTIONS] = {-1, 0, 1, 0}, right[ACTIONS] = {0, 1, 0, -1};
    std::vector<int> found(FIELDS * ACTIONS, -1);
    for (int i = 0; i < FIELDS * ACTIONS; i++) {
        int field = i / ACTIONS, row = field / SIDE + down[i % ACTIONS];
        int column = field % SIDE + right[i % ACTIONS];
        bool inside = row >= 0 && row < SIDE && column >= 0 && column < SIDE;
        bool is_free = inside && MAZE[row * SIDE + column] != '#';
        if (MAZE[field] == '.')
            found[i] = is_free ? row * SIDE + column : field;
    }
    return found;
}

// What the network sees of each field.
std::vector<float> observations()
{
    std::vector<float> seen(FIELDS * FEATURES);
    for (int field = 0; field < FIELDS; field++) {
        seen[field * FEATURES] = 2.0f * (field / SIDE) / (SIDE - 1) - 1;
        seen[field * FEATURES + 1] = 2.0f * (field % SIDE) / (SIDE - 1) - 1;
        seen[field * FEATURES + 2 + field] = 1.0f;
    }
    return seen;
}

// What the kernels do, on the CPU: one sample through the network.
void forward_on_cpu(const std::vector<double>& network, const float* x, double* sums, double* q)
{
    Layers<const double> layers(network.data());
    for (int unit = 0; unit < HIDDEN; unit++) {
        sums[unit] = layers.b1[unit];
        for (int i = 0; i < FEATURES; i++)
            sums[unit] += layers.w1[unit * FEATURES + i] * x[i];
    }
    for (int action = 0; action < ACTIONS; action++) {
        q[action] = layers.b2[action];
        for (int unit = 0; unit < HIDDEN; unit++)
            q[action] += layers.w2[action * HIDDEN + unit] * fmax(sums[unit], 0.0);
    }
}

// From how many fields the best moves lead to the goal.
int reached_on_cpu(const std::vector<double>& network, const std::vector<float>& fields,
                   const std::vector<int>& neighbours)
{
    int reached = 0;
    for (int field = 0; field < FIELDS; field++) {
        int here = MAZE[field] == '.' ? field : -1;
        for (int move = 0; move < FIELDS && here >= 0 && here != GOAL; move++) {
            double sums[HIDDEN], q[ACTIONS];
            forward_on_cpu(network, &fields[here * FEATURES], sums, q);
            here = neighbours[here * ACTIONS + (std::max_element(q, q + ACTIONS) - q)];
        }
        reached += here == GOAL;
    }
    return reached;
}

int main()
{
    const int batch = 64, steps = 8, every = 2;  // steps from one copy of the network to the next
    const float rate = 0.01f;
    std::vector<int> neighbours = next_fields(), actions(steps * batch), there(steps * batch);
    std::vector<float> fields = observations(), network(SIZE), zeros(SIZE);
    std::vector<float> seen, after, rewards, discounts;
    fill(network, -1, 1);
    std::fill(network.begin() + HIDDEN * FEATURES, network.end(), 0.0f);
    for (int move = 0; move < steps * batch; move++) {  // moves at random, as if remembered
        int here = 0;
        do
            here = rand() % FIELDS;
        while (MAZE[here] != '.');
        actions[move] = rand() % ACTIONS;
        there[move] = neighbours[here * ACTIONS + actions[move]];
        bool at_goal = there[move] == GOAL;
        rewards.push_back(at_goal - 0.1f * (here == there[move]));
        discounts.push_back(at_goal ? 0.0f : 0.7f);  // nothing comes after the goal
        seen.insert(seen.end(), &fields[here * FEATURES], &fields[here * FEATURES] + FEATURES);
        const float* then = &fields[there[move] * FEATURES];
        after.insert(after.end(), then, then + FEATURES);
    }
    std::vector<int> reached(1 + steps / every), expected_reached(reached.size()), policy(FIELDS);

    float *learning = to_device(network), *copy = to_device(network), *gradient = to_device(zeros);
    float *means = to_device(zeros), *squares = to_device(zeros);
    Layers<float> trained(learning), judge(copy), d(gradient);
    float *d_seen = to_device(seen), *d_after = to_device(after), *d_fields = to_device(fields);
    float *d_rewards = to_device(rewards), *d_discounts = to_device(discounts);
    int *d_actions = to_device(actions), *d_neighbours = to_device(neighbours);
    int *arrived = to_device(reached), *arrows = on_device<int>(FIELDS);
    float *sums = on_device<float>(batch * HIDDEN), *active = on_device<float>(batch * HIDDEN);
    float *dsums = on_device<float>(batch * HIDDEN), *dactive = on_device<float>(batch * HIDDEN);
    float *unused = on_device<float>(batch * HIDDEN), *dseen = on_device<float>(batch * FEATURES);
    float *q = on_device<float>(batch * ACTIONS), *q_after = on_device<float>(batch * ACTIONS);
    float* dq = on_device<float>(batch * ACTIONS);
    float* q_of_fields = on_device<float>(FIELDS * ACTIONS);

    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaEventRecord(start));
    for (int step = 0; step <= steps; step++) {
        if (step % every == 0) {  // a look at the way, before the next steps
            CHECK(cudaMemcpy(copy, learning, SIZE * sizeof(float), cudaMemcpyDeviceToDevice));
            forward(trained, d_fields, unused, unused, q_of_fields, FIELDS);
            walk<<<lines(FIELDS), LINE>>>(q_of_fields, d_neighbours, GOAL, arrows,
                                          arrived + step / every, FIELDS, ACTIONS);
            CHECK(cudaGetLastError());
        }
        if (step == steps)
            break;
        float* x = d_seen + step * batch * FEATURES;
        forward(trained, x, sums, active, q, batch);
        forward(judge, d_after + step * batch * FEATURES, unused, unused, q_after, batch);
        td_error<<<lines(batch), LINE>>>(q, q_after, d_actions + step * batch,
                                         d_rewards + step * batch, d_discounts + step * batch, dq,
                                         batch, ACTIONS);
        CHECK(cudaGetLastError());
        backward(active, trained.w2, dq, dactive, d.w2, d.b2, batch, ACTIONS, HIDDEN);
        relu_backward<<<lines(batch * HIDDEN), LINE>>>(sums, dactive, dsums, batch * HIDDEN);
        CHECK(cudaGetLastError());
        backward(x, trained.w1, dsums, dseen, d.w1, d.b1, batch, HIDDEN, FEATURES);
        adam_step<<<lines(SIZE), LINE>>>(learning, gradient, means, squares, rate, step + 1, SIZE);
        CHECK(cudaGetLastError());
    }
    CHECK(cudaEventRecord(stop));
    CHECK(cudaDeviceSynchronize());  // wait for the kernels: their own errors appear here
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

    std::vector<float> found(SIZE);
    to_host(found, learning);
    to_host(reached, arrived);
    to_host(policy, arrows);

    // the same on the CPU
    std::vector<double> now(network.begin(), network.end()), target = now, mean(SIZE), square(SIZE);
    for (int step = 0; step <= steps; step++) {
        if (step % every == 0) {
            target = now;
            expected_reached[step / every] = reached_on_cpu(now, fields, neighbours);
        }
        if (step == steps)
            break;
        std::vector<double> slope(SIZE);
        Layers<double> up(slope.data()), from(now.data());
        for (int move = step * batch; move < (step + 1) * batch; move++) {
            double hidden[HIDDEN], says[ACTIONS], other[HIDDEN], then[ACTIONS];
            const float* x = &seen[move * FEATURES];
            forward_on_cpu(now, x, hidden, says);
            forward_on_cpu(target, &after[move * FEATURES], other, then);
            double best = *std::max_element(then, then + ACTIONS);
            int action = actions[move];
            double wrong = says[action] - rewards[move] - discounts[move] * best;
            up.b2[action] += wrong;
            for (int unit = 0; unit < HIDDEN; unit++) {
                up.w2[action * HIDDEN + unit] += wrong * fmax(hidden[unit], 0.0);
                double down = hidden[unit] > 0 ? wrong * from.w2[action * HIDDEN + unit] : 0.0;
                up.b1[unit] += down;
                for (int i = 0; i < FEATURES; i++)
                    up.w1[unit * FEATURES + i] += down * x[i];
            }
        }
        for (int i = 0; i < SIZE; i++) {
            mean[i] = 0.9 * mean[i] + 0.1 * slope[i];
            square[i] = 0.999 * square[i] + 0.001 * slope[i] * slope[i];
            double full = sqrt(square[i] / (1 - pow(0.999, step + 1)));
            now[i] -= rate * mean[i] / (1 - pow(0.9, step + 1)) / (full + 1e-8);
        }
    }
    std::vector<float> expected(now.begin(), now.end());
    printf("the goal is found from");
    for (int count : reached)
        printf(" %d", count);
    printf(" fields, before and after every %d steps\n", every);
    double error = largest_error(found, expected);
    error = fmax(error, largest_error(reached, expected_reached));
    bool passed = error <= 1e-3;
    printf("dqn_gridworld: %s max error %g kernel %.3f ms\n", passed ? "PASSED" : "FAILED", error,
           milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    for (void* memory : allocated)
        CHECK(cudaFree(memory));
    return passed ? 0 : 1;
}
