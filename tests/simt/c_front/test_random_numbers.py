"""Random numbers of cuRAND: those of NVIDIA's header to the bit, with checked states."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gpuviz
from gpuviz.cuda_c.host_walk import run_program
from gpuviz.cuda_c.random_states import PHILOX, XORWOW
from gpuviz.cuda_c.types import memory_dtype
from gpuviz.messages import NotSupportedError
from gpuviz.operation import describe
from gpuviz.simt.numerics import xorwow
from tests.corpus_c.running import ran
from tests.engines.test_c_programs import CopyingMachine, program_of
from tests.simt.c_front.launching import launched, value_of

DATA = json.loads((Path(__file__).parents[2] / "data" / "curand_values.json").read_text("utf-8"))
"""What the header gives that the file names: integers, and fractions in hexadecimal digits."""
HEAD = "#include <curand_kernel.h>\n"
STATES = memory_dtype(XORWOW)
PROGRAM = f"""{HEAD}#define N 256
__global__ void setup(curandState* states, unsigned long long seed) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, i, 0, &states[i]);
}}
__global__ void pi(curandState* states, int* hits, int turns) {{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState s = states[i];
    int inside = 0;
    for (int k = 0; k < turns; k++) {{
        float x = curand_uniform(&s), y = curand_uniform(&s);
        if (x * x + y * y <= 1.0f) inside++;
    }}
    states[i] = s;
    atomicAdd(hits, inside);
}}
int main() {{
    curandState* states; int* hits; int h = 0;
    cudaMalloc((void**)&states, N * sizeof(curandState));
    cudaMalloc(&hits, sizeof(int));
    cudaMemset(hits, 0, sizeof(int));
    setup<<<N / 64, 64>>>(states, time(NULL));
    pi<<<N / 64, 64>>>(states, hits, 20);
    cudaMemcpy(&h, hits, sizeof(int), cudaMemcpyDeviceToHost);
}}
"""
WHERE = {
    "a variable": ("{kind} s;", "&s", ""),
    "global memory": ("", "&states[i]", ""),
    "a function": ("{kind} s = states[i];", "&s", "states[i] = s;"),
}
"""Where a state lies: its declaration, its address, what is done in the end."""


def fractions(rows: list[dict[str, Any]], name: str) -> Any:
    """Numbers of all cases, one after the other."""
    given = [row[name] for row in rows]
    return [
        float.fromhex(one) for part in given for one in ([part] if isinstance(part, str) else part)
    ]


def drawn(kind: str, where: str, rows: list[dict[str, Any]], body: str) -> tuple[Any, Any]:
    """What each thread writes into `whole[]` and `part[]` for its case."""
    declared, state, last = (text.format(kind=kind) for text in WHERE[where])
    dtype = memory_dtype(PHILOX if "Philox" in kind else XORWOW)
    assert dtype is not None
    given = [
        np.array([row[name] for row in rows], np.uint64) for name in ("seed", "sequence", "offset")
    ]
    whole, part = np.zeros((len(rows), 16), np.uint32), np.zeros((len(rows), 16))
    text = f"""{HEAD}__device__ unsigned word({kind}* s) {{ return curand(s); }}
typedef const unsigned long long given;
__global__ void k({kind}* states, given* seed, given* sequence, given* offset,
                  unsigned* all_whole, double* all_part) {{
    int i = threadIdx.x; {declared}
    unsigned* whole = all_whole + 16 * i; double* part = all_part + 16 * i;
    curand_init(seed[i], sequence[i], offset[i], {state}); {body.replace("STATE", state)} {last}
}}"""
    states = np.zeros(len(rows), dtype)
    trace = launched(text, states, *given, whole.ravel(), part.ravel(), block=len(rows)).trace
    assert not trace.hazards
    return whole, part


@pytest.mark.slow
@pytest.mark.parametrize("where", WHERE)
def test_xorwow_gives_the_words_of_nvidia_s_header(where: str) -> None:
    rows = DATA["xorwow"]
    body = """for (int k = 0; k < 6; k++) whole[k] = curand(STATE);
    part[0] = curand_uniform(STATE); part[1] = curand_uniform_double(STATE);
    for (int k = 2; k < 5; k++) part[k] = curand_normal(STATE);
    whole[6] = word(STATE); part[5] = curand_normal_double(STATE);
    part[6] = curand_normal_double(STATE); part[7] = curand_log_normal(STATE, 0.5f, 0.25f);
    part[8] = curand_log_normal(STATE, 0.5f, 0.25f); whole[7] = curand(STATE);"""
    if where == "a variable":
        body = body.replace("word(", "curand(")
    whole, part = drawn("curandState", where, rows, body)
    assert whole[:, :8].tolist() == [[*row["words"], row["then"], row["last"]] for row in rows]
    assert part[:, 0].tolist() == fractions(rows, "uniform")
    assert part[:, 1].tolist() == fractions(rows, "uniform_double")
    np.testing.assert_allclose(part[:, 2:5].ravel(), fractions(rows, "normal"), 2e-6)
    np.testing.assert_allclose(part[:, 5:7].ravel(), fractions(rows, "normal_double"), 1e-12)
    np.testing.assert_allclose(part[:, 7:9].ravel(), fractions(rows, "log_normal"), 2e-6)


@pytest.mark.slow
@pytest.mark.parametrize("where", ["a variable", "global memory"])
def test_philox_gives_the_words_of_nvidia_s_header(where: str) -> None:
    rows = DATA["philox"]
    body = """for (int k = 0; k < 6; k++) whole[k] = curand(STATE);
    uint4 four = curand4(STATE);
    whole[6] = four.x; whole[7] = four.y; whole[8] = four.z; whole[9] = four.w;
    part[0] = curand_uniform(STATE); float4 u = curand_uniform4(STATE);
    part[1] = u.x; part[2] = u.y; part[3] = u.z; part[4] = u.w;
    part[5] = curand_uniform_double(STATE);
    part[6] = curand_normal(STATE); part[7] = curand_normal(STATE);
    float4 n = curand_normal4(STATE); part[8] = n.x; part[9] = n.y; part[10] = n.z; part[11] = n.w;
    whole[10] = curand(STATE);"""
    whole, part = drawn("curandStatePhilox4_32_10_t", where, rows, body)
    expected = [[*row["words"], *row["four"], row["last"]] for row in rows]
    assert whole[:, :11].tolist() == expected
    assert part[:, 0].tolist() == fractions(rows, "uniform")
    assert part[:, 1:5].ravel().tolist() == fractions(rows, "uniform4")
    assert part[:, 5].tolist() == fractions(rows, "uniform_double")
    np.testing.assert_allclose(part[:, 6:8].ravel(), fractions(rows, "normal"), 2e-6)
    np.testing.assert_allclose(part[:, 8:12].ravel(), fractions(rows, "normal4"), 2e-6)


@pytest.mark.parametrize("kind", ["curandState", "curandStatePhilox4_32_10_t"])
def test_skipping_ahead_is_drawing_so_many(kind: str) -> None:
    begin = f"{kind} s, t; curand_init(5, 3, 0, &s); curand_init(5, 0, 2, &t);"
    begin += (
        " skipahead_sequence(3, &t); skipahead(9, &t); for (int k = 0; k < 11; k++) curand(&s);"
    )
    assert value_of("curand(&s) - curand(&t)", before=begin, functions=HEAD) == 0


def test_states_have_the_sizes_of_cuda() -> None:
    sizes = "sizeof(curandState_t) * 1000 + sizeof(curandStatePhilox4_32_10_t)"
    assert value_of(sizes, functions=HEAD) == 48064


def test_threads_that_draw_a_second_normal_number_do_it_alone() -> None:
    text = f"""{HEAD}__global__ void k(float* out) {{
    curandState s; curand_init(1, threadIdx.x, 0, &s);
    if (threadIdx.x % 2) curand_normal(&s);
    out[threadIdx.x] = curand_normal(&s);
}}"""
    once, both = np.zeros(4, np.float32), np.zeros(4, np.float32)
    launched(text, both, block=4)
    launched(text.replace("if (threadIdx.x % 2)", "if (false)"), once, block=4)
    assert (both == once).tolist() == [True, False, True, False]


def test_a_draw_reads_and_writes_six_words_of_a_state_in_memory() -> None:
    text = f"{HEAD}__global__ void k(curandState* s, unsigned* x) {{\n x[0] = curand(&s[0]);\n}}"
    trace = launched(text, np.zeros(1, STATES), np.zeros(1, np.uint32)).trace
    assert trace.counters is not None
    assert trace.counters.global_load_requests == 6
    assert trace.counters.global_store_requests == 7


def test_a_state_beyond_the_array_is_out_of_bounds_at_its_line() -> None:
    text = f"{HEAD}__global__ void k(curandState* s) {{\n"
    text += "\n curand_init(1, threadIdx.x, 0, &s[threadIdx.x]);\n}"
    found = launched(text, np.zeros(3, STATES), block=4).trace.hazards
    assert {(one.kind, one.line) for one in found} == {("out-of-bounds", 4)}


def test_one_state_for_all_threads_is_a_race() -> None:
    text = f"{HEAD}__global__ void k(curandState* s, float* x) {{"
    text += " x[threadIdx.x] = curand_uniform(s); }"
    found = launched(text, np.zeros(1, STATES), np.zeros(64, np.float32), block=64).trace.hazards
    assert {one.kind for one in found} == {"race"}


def test_a_state_that_nobody_seeded_is_uninitialised() -> None:
    text = f"{HEAD}__global__ void k(unsigned* x) {{ curandState s; x[0] = curand(&s); }}"
    found = launched(text, np.zeros(1, np.uint32)).trace.hazards
    assert {(one.kind, one.space) for one in found} == {("uninitialized", "register")}
    assert "s.d" in {one.array for one in found}


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("float x = curand_uniform(3);", "points to nothing"),
        ("float3 f; curand(&f);", "the address of a curandState"),
        ("curandState s; curand4(&s);", "takes a curandStatePhilox4_32_10"),
        ("curandState s; curand_poisson(&s, 2.0);", "use curand"),
        ("curandStateMRG32k3a s;", "use curandState or"),
    ],
)
def test_what_is_not_known_of_curand_is_refused(body: str, said: str) -> None:
    with pytest.raises(NotSupportedError, match=said):
        launched(f"{HEAD}__global__ void k(int* x) {{ {body} }}", np.zeros(1, np.int32))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "// gpuviz: seed = 7\n// gpuviz: states = zeros(256)\n// gpuviz: threads = 256\n"
        + PROGRAM.partition("int main")[0],
        PROGRAM.replace("int h = 0;", "int seed = 7;").replace("time(NULL)", "seed"),
    ],
)
def test_a_seed_is_a_number_and_no_size(text: str, tmp_path: Path) -> None:
    path = tmp_path / "setup.cu"
    path.write_text(text)
    trace, _, after = ran(path)
    assert not trace.hazards
    expected = xorwow.seeded(np.uint64(7), np.arange(256, dtype=np.uint64), np.uint64(0))
    assert after["states"]["v3"].tolist() == expected["v3"].tolist()


@pytest.mark.slow
def test_a_program_counts_hits_and_a_kernel_alone_gets_seeded_states(tmp_path: Path) -> None:
    path = tmp_path / "pi.cu"
    path.write_text(PROGRAM)
    machine = CopyingMachine(unit := program_of(path), describe(path))
    with gpuviz.recording() as recording:
        run_program(unit, machine, {}, 0)
    assert recording.hazards == ()
    of_program = int(np.frombuffer(machine.copies.back[-1], np.int32)[0])
    path.write_text("// gpuviz: kernel = pi\n// gpuviz: states = random(256)\n" + PROGRAM)
    trace, _, after = ran(path)
    assert not trace.hazards
    for hits in (of_program, int(np.asarray(after["hits"])[0])):
        assert abs(4 * hits / (256 * 20) - np.pi) < 0.1
