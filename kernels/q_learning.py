"""Q-learning: thousands of experiences correct one table of what actions are worth.

**What happens.** An agent stands in one of several *states* and can take *actions*. The table says
what it expects from each: `table[state, action]`. An experience (a *transition*) is what happened
once: the state, the action, the reward, and the state that came next, or -1 when that was the end.
One thread takes one experience. It works out what the action has turned out to be worth: the
reward, and a little less than the best that can be had from the next state. The difference to what
the table said is the *TD error* (temporal difference). A part of it, the learning rate, goes into
`delta`.

**Why it needs an atomic addition.** Many experiences begin in the same state with the same action.
Their threads all want to change the same element: a *race*. `delta[s, a] += change` reads, adds
and writes, and while one thread is between its read and its write, another reads the same old
value. One of the two experiences is lost, and nobody notices: the agent learns, only worse.
`cuda.atomic.add` does all three as one.

**Why it does not write into the table.** Each thread looks at a whole row of the table for the best
action. If others changed that row meanwhile, the result would depend on who came first. So the
launch reads `table` and writes `delta`, and a second launch, as simple as *Vector add*, puts the
two together. The end of a launch is where all threads have finished. (A *cooperative* launch has a
barrier for the whole grid, `cuda.cg.this_grid().sync()`, if all of its blocks fit on the GPU at
once.)

**Why the accesses look so different.** Experiences lie side by side and are coalesced. The rows of
the table are gathered: every lane reads where its own next state says. With 64 states the table is
1 KB, and the cache holds it.

**Why the last digits may differ.** The additions come in any order, and rounding depends on it.

**Why some lanes wait.** At the end of an episode there is no next state, and the loop over the
actions is left out: these lanes wait until the others have finished.

**What to try.** Count the atomic operations: one for each experience. Set the states to 1 and look
at the queues. In a copy write `delta[s, a] += change` and read what gpuviz says of it. Then write
into `table` instead.
"""

import numpy as np
from numba import cuda, get_num_threads, njit, prange

SIZES = {"n": 1000, "states": 64, "actions": 4}
BLOCK = (128,)
THREADS = ("n",)
OUTPUTS = ("delta",)
FLOPS = "n * (actions + 5)"
BYTES = "16 * n + 8 * states * actions"
TOLERANCE = 1e-5

ZERO = np.float32(0)


@cuda.jit(device=True, inline="always")  # inlined: the kernel compiles also where there is no GPU
def best_of(table, state):
    best = table[state, 0]
    for action in range(1, table.shape[1]):
        best = max(best, table[state, action])
    return best


@cuda.jit
def q_learning(states, actions, rewards, next_states, table, delta, rate, discount):
    i = cuda.grid(1)
    if i < states.size:
        s = states[i]
        a = actions[i]
        worth = rewards[i]
        if next_states[i] >= 0:
            worth += discount * best_of(table, next_states[i])
        change = rate * (worth - table[s, a])
        cuda.atomic.add(delta, (s, a), change)


def inputs(n, states, actions, seed):
    rng = np.random.default_rng(seed)
    next_states = rng.integers(0, states, n).astype(np.int32)
    is_end = rng.random(n) < 0.1
    next_states[is_end] = -1
    return {
        "states": rng.integers(0, states, n).astype(np.int32),
        "actions": rng.integers(0, actions, n).astype(np.int32),
        "rewards": is_end.astype(np.float32),  # it is good to arrive
        "next_states": next_states,
        "table": rng.random((states, actions), dtype=np.float32),
        "delta": np.zeros((states, actions), np.float32),
        "rate": np.float32(0.1),
        "discount": np.float32(0.9),
    }


def numpy_twin(states, actions, rewards, next_states, table, delta, rate, discount):
    future = np.where(next_states >= 0, table.max(axis=1)[next_states], 0)
    change = rate * (rewards + discount * future - table[states, actions])
    delta[:] = 0
    np.add.at(delta, (states, actions), change)


@njit
def change_of(i, states, actions, rewards, next_states, table, rate, discount):
    worth = rewards[i]
    if next_states[i] >= 0:
        best = table[next_states[i], 0]
        for action in range(1, table.shape[1]):
            best = max(best, table[next_states[i], action])
        worth += discount * best
    return rate * (worth - table[states[i], actions[i]])


@njit
def one_thread(states, actions, rewards, next_states, table, delta, rate, discount):
    delta[:] = 0
    for i in range(states.size):
        change = change_of(i, states, actions, rewards, next_states, table, rate, discount)
        delta[states[i], actions[i]] += change


@njit(parallel=True)
def all_threads(states, actions, rewards, next_states, table, delta, rate, discount):
    parts = get_num_threads()
    deltas = np.zeros((parts, delta.shape[0], delta.shape[1]), np.float32)  # so that none meet
    for part in prange(parts):
        for i in range(states.size * part // parts, states.size * (part + 1) // parts):
            change = change_of(i, states, actions, rewards, next_states, table, rate, discount)
            deltas[part, states[i], actions[i]] += change
    delta[:] = deltas.sum(axis=0)


if __name__ == "__main__":
    given = inputs(1000, 64, 4, seed=0)
    expected = {name: value.copy() for name, value in given.items()}
    numpy_twin(**expected)
    states, actions, rewards, next_states, table, delta, rate, discount = given.values()
    d_states, d_actions = cuda.to_device(states), cuda.to_device(actions)
    d_rewards, d_next_states = cuda.to_device(rewards), cuda.to_device(next_states)
    d_table, d_delta = cuda.to_device(table), cuda.to_device(delta)
    q_learning[8, 128](
        d_states, d_actions, d_rewards, d_next_states, d_table, d_delta, rate, discount
    )
    d_delta.copy_to_host(delta)
    assert np.allclose(given["delta"], expected["delta"], atol=1e-5), "q_learning is wrong"
    print("q_learning is right")
