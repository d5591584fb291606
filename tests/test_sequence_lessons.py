"""Kernels of sequences against published formulas and SciPy."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
import pytest
from scipy.special import expit, softmax

from tests.helpers.gallery_launches import (
    counters,
    hazards_of,
    inputs_of,
    made_of,
    sectors_per_request,
)

Floats = npt.NDArray[np.float64]


# Embedding


def test_a_row_of_the_table_is_coalesced_and_its_token_is_one_sector() -> None:
    found = sectors_per_request("embedding", (8, 40, 32), (32, 8))

    assert found == {("tokens", "read"): 1, ("table", "read"): 4, ("y", "write"): 4}


def test_a_table_of_one_column_is_scattered() -> None:
    found = sectors_per_request("embedding", (32, 4000, 1), (1, 32))

    assert found["table", "read"] > 28


def test_a_token_that_is_not_in_the_table_is_found() -> None:
    arguments = inputs_of("embedding", (5, 7, 9))
    arguments["tokens"][3] = 7

    found = hazards_of("embedding", (5, 7, 9), arguments)

    assert [(hazard.kind, hazard.array) for hazard in found] == [("out-of-bounds", "table")]


# LSTM


@pytest.mark.slow
def test_an_lstm_cell_is_that_of_the_published_formulas_over_several_steps() -> None:
    size = (3, 7, 5)
    arguments = inputs_of("lstm_cell", size)
    weights, bias = (arguments[name].astype(np.float64) for name in ("weights", "bias"))
    h, c = (arguments[name].astype(np.float64) for name in ("h", "c"))
    rng = np.random.default_rng(2)

    for _ in range(6):
        arguments["x"] = rng.standard_normal((3, 5), dtype=np.float32)
        made = made_of("lstm_cell", size, arguments)
        arguments |= {"h": made["h_next"], "c": made["c_next"]}
        h, c = torch_lstm(arguments["x"], h, c, weights, bias)

    assert np.allclose(arguments["h"], h, atol=1e-5)
    assert np.allclose(arguments["c"], c, atol=1e-5)


def torch_lstm(
    x: npt.NDArray[np.float32], h: Floats, c: Floats, weights: Floats, bias: Floats
) -> tuple[Floats, Floats]:
    """PyTorch's LSTMCell: i, f, g, o = split(W_ih x + W_hh h + b)."""
    features, hidden = x.shape[1], h.shape[1]
    w_ih, w_hh = weights[:, :features], weights[:, features:]
    sums = [
        x @ w_ih[k * hidden : (k + 1) * hidden].T
        + h @ w_hh[k * hidden : (k + 1) * hidden].T
        + bias[k * hidden : (k + 1) * hidden]
        for k in range(4)
    ]
    i, f, g, o = expit(sums[0]), expit(sums[1]), np.tanh(sums[2]), expit(sums[3])
    c = f * c + i * g
    return o * np.tanh(c), c


def test_an_open_forget_gate_and_a_closed_input_gate_keep_the_memory() -> None:
    size = (2, 4, 3)
    arguments = inputs_of("lstm_cell", size)
    arguments["bias"] = np.repeat([-50, 50, 0, 0], 4).astype(np.float32)

    made = made_of("lstm_cell", size, arguments)

    assert np.allclose(made["c_next"], arguments["c"], atol=1e-6)


@pytest.mark.slow
def test_a_small_lstm_step_has_as_many_threads_as_its_text_says() -> None:
    assert counters("lstm_cell", (8, 32, 24)).active_threads == 256


# RNN


@pytest.mark.slow
def test_a_recurrent_step_is_that_of_the_published_formula_over_several_steps() -> None:
    size = (3, 7, 5)
    arguments = inputs_of("rnn_step", size)
    weights, h = arguments["weights"].astype(np.float64), arguments["h"].astype(np.float64)
    rng = np.random.default_rng(2)

    for _ in range(6):
        arguments["x"] = rng.standard_normal((3, 5), dtype=np.float32)
        arguments["h"] = made_of("rnn_step", size, arguments)["h_next"]
        h = np.tanh(arguments["x"] @ weights[:, :5].T + h @ weights[:, 5:].T + arguments["bias"])

    assert np.allclose(arguments["h"], h, atol=1e-5)


@pytest.mark.slow
def test_what_a_recurrent_network_heard_is_forgotten_after_steps() -> None:
    size = (1, 64, 32)
    arguments = inputs_of("rnn_step", size)
    other = arguments | {"h": -arguments["h"]}

    apart = [float(np.abs(arguments["h"] - other["h"]).max())]
    for _ in range(20):
        arguments["h"] = made_of("rnn_step", size, arguments)["h_next"]
        other["h"] = made_of("rnn_step", size, other)["h_next"]
        apart.append(float(np.abs(arguments["h"] - other["h"]).max()))

    assert apart[0] > 1
    assert apart[20] < 0.05


@pytest.mark.parametrize("name", ["rnn_step", "lstm_cell"])
def test_a_step_that_writes_over_its_own_state_has_a_race(name: str) -> None:
    size = (2, 32, 3)
    arguments = inputs_of(name, size)
    arguments["h_next"] = arguments["h"]

    found = hazards_of(name, size, arguments)

    assert {hazard.kind for hazard in found} == {"race"}


# Attention


def causal_attention(q: Floats, k: Floats, v: Floats) -> Floats:
    """softmax(q k^T / sqrt(width) + mask) v, as "Attention Is All You Need" writes it."""
    mask = np.triu(np.full((len(q), len(q)), -np.inf), 1)
    weights: Floats = softmax(q @ k.T / np.sqrt(q.shape[1]) + mask, axis=1)
    result: Floats = weights @ v
    return result


@pytest.mark.slow
@pytest.mark.parametrize(
    ("block", "scale"), list(itertools.product([1, 32, 48, 256], [0.1, 1, 30]))
)
def test_attention_is_that_of_the_published_formula_wherever_chunks_of_keys_end(
    block: int, scale: float
) -> None:
    arguments = inputs_of("attention", (50, 6))
    arguments["q"] *= np.float32(scale)

    y = made_of("attention", (50, 6), arguments, (block,))["y"]

    q, k, v = (arguments[name].astype(np.float64) for name in "qkv")
    assert np.allclose(y, causal_attention(q, k, v), atol=1e-5)


@pytest.mark.slow
def test_scores_that_no_exponential_could_hold_are_attended_all_the_same() -> None:
    arguments = inputs_of("attention", (40, 4))
    for name in "qk":
        arguments[name] *= np.float32(100)

    y = made_of("attention", (40, 4), arguments, (16,))["y"]

    q, k, v = (arguments[name].astype(np.float64) for name in "qkv")
    assert np.isfinite(y).all()
    assert np.allclose(y, causal_attention(q, k, v), atol=1e-2)


@pytest.mark.slow
def test_the_first_token_attends_to_itself_alone_and_none_sees_a_later_one() -> None:
    arguments = inputs_of("attention", (20, 4))
    changed = inputs_of("attention", (20, 4))
    for name in "kv":
        changed[name][12:] = 7

    y, other = (made_of("attention", (20, 4), given)["y"] for given in (arguments, changed))

    assert np.array_equal(y[0], arguments["v"][0])
    assert np.array_equal(y[:12], other[:12])
    assert not np.allclose(y[12:], other[12:])


@pytest.mark.slow
def test_neighbouring_keys_are_rows_apart_and_neighbouring_columns_are_not() -> None:
    found = sectors_per_request("attention", (32, 32), (32,))

    assert found["k", "read"] > 15
    assert found["v", "read"] == 4
