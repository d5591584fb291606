"""Deep Q network: an agent in a maze learns the way from moves that it remembers.

**What happens.** An agent stands on a field of a small maze and may go up, right, down or left. At
the goal (`G`) it gets a reward of 1, and for bumping into a wall -0.1. A network looks at a field
and gives four numbers, the *Q values*: what each move is worth. The agent has wandered about at
random, and remembers its moves. Each step draws a *replay batch* of them and is 11 launches:
`dense`, `relu` and `dense` for the fields before the move; the same for the fields after it, with
the *target network*; `td_error` for what was wrong; `matmul_backward`, `relu_backward` and
`matmul_backward`; and one `adam_step`.

**Why there is a target.** Nobody knows what a move is really worth. But it has to be what it
earned, plus 0.7 times what the best move after it is worth. The difference is the *temporal
difference error*, and the network learns to make it small. So the value of the goal spreads from
field to field, backwards along the ways that lead there.

**Why two networks.** If the same network gave the answer and judged it, each step would move its
own target. So a copy of the weights judges, and gets the new ones only after every second step: one
copy from device to device, which never passes the host.

**Why one launch updates all.** The weights and biases of both layers stand in one array, one after
another, and `layers` looks at its parts as matrices. So Adam is one launch and not four, and the
copy is one as well.

**Why a GPU likes mazes, too.** After every second step an agent starts on each field at the same
time and goes where the network says: `walk`, one thread for an agent. Large projects run thousands
of games on the device in this way, and their memories never leave it.

**What to try.** Compare the arrows before and after. Before, all Q values are 0, all arrows point
up, and from 4 of the 20 free fields that leads to the goal. After 8 steps it is 9 fields, after 40
steps all 20; on the way there the curve also falls, as it does in real projects. Copy this file and
draw another maze. Set `DISCOUNT` to 0: then no value spreads, and even after 300 steps only 5
fields know the way.
"""

import numpy as np
from adam_step import adam_step
from dense import dense
from matmul_backward import matmul_backward
from numba import cuda
from relu import relu

SIZES = {"batch": 64, "hidden": 32, "steps": 8}
OUTPUTS = ("network", "reached", "before", "policy")
SHOW = {"reached": "curve", "before": "arrows", "policy": "arrows"}
TOLERANCE = 1e-3  # Adam divides by the size of a gradient: a small one has a large rounding error

MAZE = (
    "....G",
    ".##..",
    "...#.",
    ".#...",
    ".....",
)
HEIGHT, WIDTH = len(MAZE), len(MAZE[0])
FIELDS = HEIGHT * WIDTH
GOAL = "".join(MAZE).index("G")
ACTIONS = 4  # up, right, down, left
FEATURES = 2 + FIELDS  # row and column, and a number for each field: 1 where the agent is
DISCOUNT = 0.7  # what a reward is worth one move earlier
MEMORY = 1200  # moves to draw from
OFTEN = 2  # how much more often a move to the goal is drawn than another
RATE = 0.01
EVERY = 2  # steps from one copy to the target network to the next
TILE = (16, 16)
LINE = 128


@cuda.jit(device=True, inline="always")
def best_action(q, field):
    best = 0
    for action in range(1, q.shape[1]):
        if q[field, action] > q[field, best]:
            best = action
    return best


@cuda.jit
def td_error(q, q_after, actions, rewards, discounts, gradient):
    """Gradient of half the squared error: the error at the action taken, 0 elsewhere."""
    sample = cuda.grid(1)
    if sample < actions.size:
        after = q_after[sample, best_action(q_after, sample)]
        target = rewards[sample] + discounts[sample] * after
        for action in range(q.shape[1]):
            gradient[sample, action] = np.float32(0)
        action = actions[sample]
        gradient[sample, action] = q[sample, action] - target


@cuda.jit
def relu_backward(x, dy, dx):
    """The gradient passes where x was above zero, and nowhere else."""
    i = cuda.grid(1)
    if i < dx.size:
        dx[i] = dy[i] if x[i] > 0 else np.float32(0)


@cuda.jit
def walk(q, neighbours, goal, policy, reached):
    """From each field an agent makes its best move again and again; counts who finds the goal."""
    field = cuda.grid(1)
    if field < policy.size:
        policy[field] = -1  # a wall and the goal have no way out
        if field != goal and neighbours[field, 0] >= 0:
            policy[field] = best_action(q, field)
            here, moves = field, 0
            while here != goal and moves < policy.size:
                here = neighbours[here, best_action(q, here)]
                moves += 1
            if here == goal:
                cuda.atomic.add(reached, 0, 1)


def pipeline(network, fields, seen, after, actions, rewards, discounts, reached, before, policy):
    steps, batch, features = seen.shape
    hidden = hidden_units(network, features)
    learning, target = cuda.to_device(network), cuda.to_device(network)
    gradient = cuda.device_array_like(learning)
    zeros = np.zeros_like(network)
    means, squares = cuda.to_device(zeros), cuda.to_device(zeros)
    trained, judge = layers(learning, features), layers(target, features)
    w1, _, w2, _ = trained
    dw1, db1, dw2, db2 = layers(gradient, features)
    seen, after = cuda.to_device(seen), cuda.to_device(after)
    actions, rewards = cuda.to_device(actions), cuda.to_device(rewards)
    discounts = cuda.to_device(discounts)
    sums, active, dsums, dactive = (on_device(batch, hidden) for _ in range(4))
    unused, dseen = on_device(batch, hidden), on_device(batch, features)
    q, q_after, dq = (on_device(batch, ACTIONS) for _ in range(3))
    neighbours = next_fields()
    fields, neighbours = cuda.to_device(fields), cuda.to_device(neighbours)
    arrived, arrows = cuda.to_device(reached), cuda.device_array(FIELDS, np.int32)

    walk_everywhere(trained, fields, neighbours, arrows, arrived[:1])
    arrows.copy_to_host(before.reshape(FIELDS))
    for step in range(steps):
        forward(trained, seen[step], sums, active, q)
        forward(judge, after[step], unused, unused, q_after)
        td_error[lines(batch), LINE](q, q_after, actions[step], rewards[step], discounts[step], dq)
        matmul_backward[tiles(hidden, max(batch, ACTIONS)), TILE](active, w2, dq, dactive, dw2, db2)
        relu_backward[lines(sums.size), LINE](sums.ravel(), dactive.ravel(), dsums.ravel())
        matmul_backward[tiles(features, max(batch, hidden)), TILE](
            seen[step], w1, dsums, dseen, dw1, db1
        )
        adam_step[lines(learning.size), LINE](
            learning, gradient, means, squares, np.float32(RATE), np.int32(step + 1)
        )
        if (step + 1) % EVERY == 0:
            target.copy_to_device(learning)
            counter = (step + 1) // EVERY
            walk_everywhere(trained, fields, neighbours, arrows, arrived[counter : counter + 1])
    arrows.copy_to_host(policy.reshape(FIELDS))
    arrived.copy_to_host(reached)
    learning.copy_to_host(network)


def forward(network, x, sums, active, q):
    """Q values of all moves in the fields of x; `sums` may be `active`."""
    w1, b1, w2, b2 = network
    dense[tiles(sums.shape[1], x.shape[0]), TILE](x, w1, b1, sums)
    relu[lines(sums.size), LINE](sums.ravel(), active.ravel())
    dense[tiles(ACTIONS, x.shape[0]), TILE](active, w2, b2, q)


def walk_everywhere(network, fields, neighbours, arrows, arrived):
    active, q = on_device(FIELDS, network[1].size), on_device(FIELDS, ACTIONS)
    forward(network, fields, active, active, q)
    walk[lines(FIELDS), LINE](q, neighbours, GOAL, arrows, arrived)


def layers(network, features):
    """Weights and biases of both layers: views of one array, on the host or on the device."""
    hidden = hidden_units(network, features)
    first, second = hidden * features, hidden * features + hidden
    third = second + ACTIONS * hidden
    w1, w2 = network[:first].reshape(hidden, features), network[second:third]
    return w1, network[first:second], w2.reshape(ACTIONS, hidden), network[third:]


def hidden_units(network, features):
    return (network.size - ACTIONS) // (features + 1 + ACTIONS)


def on_device(rows, columns):
    return cuda.device_array((rows, columns), np.float32)


def tiles(columns, rows):
    """The grid of TILE-sized blocks that covers a matrix."""
    return -(-columns // TILE[0]), -(-rows // TILE[1])


def lines(n):
    """The number of LINE-sized blocks that covers n elements."""
    return -(-n // LINE)


def next_fields():
    """[field, action]: where a move leads; one into a wall leads nowhere. -1 where a wall is."""
    found = np.full((FIELDS, ACTIONS), -1, np.int32)
    for field in free_fields():
        row, column = divmod(field, WIDTH)
        for action, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            r, c = row + down, column + right
            free = 0 <= r < HEIGHT and 0 <= c < WIDTH and MAZE[r][c] != "#"
            found[field, action] = r * WIDTH + c if free else field
    return found


def free_fields():
    return [field for field, letter in enumerate("".join(MAZE)) if letter == "."]


def observations():
    """What the network sees of each field, [field, feature]."""
    row, column = np.divmod(np.arange(FIELDS), WIDTH)
    place = np.stack([2 * row / max(HEIGHT - 1, 1) - 1, 2 * column / max(WIDTH - 1, 1) - 1], axis=1)
    return np.concatenate([place, np.eye(FIELDS)], axis=1).astype(np.float32)


def wander(rng):
    """MEMORY moves at random, [before, action, after]; an agent at the goal starts again."""
    free = free_fields()
    neighbours, moves = next_fields(), np.zeros((MEMORY, 3), np.int32)
    here = rng.choice(free)
    for move in moves:
        action = rng.integers(ACTIONS)
        move[:] = here, action, neighbours[here, action]
        here = move[2] if move[2] != GOAL else rng.choice(free)
    return moves


def inputs(batch, hidden, steps, seed):
    rng = np.random.default_rng(seed)
    fields = observations()
    moves = wander(rng)
    weight = np.where(moves[:, 2] == GOAL, OFTEN, 1)
    drawn = rng.choice(MEMORY, size=(steps, batch), p=weight / weight.sum())
    here, action, there = moves[drawn].transpose(2, 0, 1)
    at_goal = (there == GOAL).astype(np.float32)
    w1 = rng.standard_normal((hidden, FEATURES), dtype=np.float32)
    zeros = np.zeros(hidden + ACTIONS * hidden + ACTIONS, np.float32)
    return {
        "network": np.concatenate([w1.ravel(), zeros]),
        "fields": fields,
        "seen": fields[here],
        "after": fields[there],
        "actions": np.ascontiguousarray(action),
        "rewards": at_goal - np.float32(0.1) * (here == there),
        "discounts": np.float32(DISCOUNT) * (1 - at_goal),  # nothing comes after the goal
        "reached": np.zeros(steps // EVERY + 1, np.int32),
        "before": np.zeros((HEIGHT, WIDTH), np.int32),
        "policy": np.zeros((HEIGHT, WIDTH), np.int32),
    }


def numpy_twin(network, fields, seen, after, actions, rewards, discounts, reached, before, policy):
    steps, samples = len(seen), np.arange(seen.shape[1])
    target, mean, square = network.copy(), 0 * network, 0 * network
    before[:], reached[0] = walked(q_values(network, fields))
    policy[:] = before
    w1, b1, w2, b2 = layers(network, fields.shape[1])
    for step in range(steps):
        x, action = seen[step], actions[step]
        sums = x @ w1.T + b1
        active = np.maximum(sums, 0)
        q = active @ w2.T + b2
        wanted = rewards[step] + discounts[step] * q_values(target, after[step]).max(axis=1)
        dq = np.zeros_like(q)
        dq[samples, action] = q[samples, action] - wanted
        dsums = (dq @ w2) * (sums > 0)
        parts = (dsums.T @ x, dsums.sum(axis=0), dq.T @ active, dq.sum(axis=0))
        gradient = np.concatenate([part.ravel() for part in parts])
        mean[:] = 0.9 * mean + 0.1 * gradient
        square[:] = 0.999 * square + 0.001 * gradient**2
        m, s = mean / (1 - 0.9 ** (step + 1)), square / (1 - 0.999 ** (step + 1))
        network -= np.float32(RATE) * m / (np.sqrt(s) + np.float32(1e-8))
        if (step + 1) % EVERY == 0:
            target[:] = network
            policy[:], reached[(step + 1) // EVERY] = walked(q_values(network, fields))


def q_values(network, x):
    w1, b1, w2, b2 = layers(network, x.shape[1])
    return np.maximum(x @ w1.T + b1, 0) @ w2.T + b2


def walked(q):
    """The best move of each field, and from how many fields these moves lead to the goal."""
    best, neighbours, free = q.argmax(axis=1), next_fields(), free_fields()
    policy = np.full(FIELDS, -1)
    policy[free] = best[free]
    here = np.array(free)
    for _ in range(FIELDS):
        here = np.where(here == GOAL, here, neighbours[here, best[here]])
    return policy.reshape(HEIGHT, WIDTH), (here == GOAL).sum()


if __name__ == "__main__":
    arguments = inputs(4, 3, 2, seed=0)
    expected = {name: value.copy() for name, value in arguments.items()}
    numpy_twin(**expected)
    pipeline(**arguments)
    for name in OUTPUTS:
        assert np.allclose(arguments[name], expected[name], atol=TOLERANCE), f"{name} is wrong"
    print("dqn_gridworld is right")
