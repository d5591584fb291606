"""Prices of options by the formula of Black and Scholes, and by simulated courses of the stock."""

import math

import numpy as np
from numba import cuda
from numba.cuda.random import create_xoroshiro128p_states, xoroshiro128p_normal_float64

RATE, VOLATILITY = 0.02, 0.30


@cuda.jit(device=True)
def normal_share(x):
    return 0.5 * math.erfc(-x / math.sqrt(2.0))


@cuda.jit
def by_formula(calls, puts, prices, strikes, years):
    i = cuda.grid(1)
    if i >= calls.shape[0]:
        return
    spread = VOLATILITY * math.sqrt(years[i])
    d1 = (math.log(prices[i] / strikes[i]) + (RATE + 0.5 * VOLATILITY**2) * years[i]) / spread
    d2 = d1 - spread
    later = strikes[i] * math.exp(-RATE * years[i])
    calls[i] = prices[i] * normal_share(d1) - later * normal_share(d2)
    puts[i] = later * normal_share(-d2) - prices[i] * normal_share(-d1)


@cuda.jit
def by_chance(states, price, strike, years, draws, sums):
    me = cuda.grid(1)
    drift, spread = (RATE - 0.5 * VOLATILITY**2) * years, VOLATILITY * math.sqrt(years)
    total = 0.0
    for _ in range(draws):
        course = price * math.exp(drift + spread * xoroshiro128p_normal_float64(states, me))
        total += max(course - strike, 0.0)
    sums[me] = math.exp(-RATE * years) * total / draws


rng = np.random.default_rng(2)
prices, strikes = rng.uniform(5, 30, 500), rng.uniform(1, 100, 500)
years = rng.uniform(0.25, 10, 500)
calls, puts = np.zeros(500), np.zeros(500)
by_formula[4, 128](calls, puts, prices, strikes, years)
np.testing.assert_allclose(calls - puts, prices - strikes * np.exp(-RATE * years), atol=1e-9)

states = create_xoroshiro128p_states(256, seed=5)
sums = np.zeros(256)
by_chance[2, 128](states, 20.0, 22.0, 1.5, 40, sums)
one = np.zeros(1), np.zeros(1)
by_formula[1, 1](*one, np.array([20.0]), np.array([22.0]), np.array([1.5]))
assert abs(sums.mean() - one[0][0]) < 4 * sums.std() / math.sqrt(256)
