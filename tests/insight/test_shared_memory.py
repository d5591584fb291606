"""All of the shared memory of a block, at any moment, against what the kernel puts there."""

from __future__ import annotations

import numpy as np

from gpuviz.insight.shared_memory import SharedMemory, has_shared_memory
from gpuviz.scene.memory_view.shared_rows import NOTHING, shared_rows, shared_title
from tests.helpers.launches import emulated, order_of


def test_at_the_end_a_block_of_the_tiled_product_holds_its_last_tiles() -> None:
    trace = emulated("matmul_tiled")
    order, block = order_of(trace), trace.config.blocks - 1
    a, b = trace.inputs["a"], trace.inputs["b"]

    tile_a, tile_b = SharedMemory(trace, order, block).at(order.end)

    assert (tile_a.info.name, tile_b.info.name) == ("tile_a", "tile_b")
    assert np.array_equal(tile_a.values.reshape(16, 16), a[48:, 48:])
    assert np.array_equal(tile_b.values.reshape(16, 16), b[48:, 48:])
    assert tile_a.known.all()


def test_before_the_first_step_nothing_is_known() -> None:
    trace = emulated("matmul_tiled")
    order = order_of(trace)

    arrays = SharedMemory(trace, order, 0).at(order.at(0))

    assert not any(array.known.any() for array in arrays)
    assert {row.text(0) for row in shared_rows(arrays)} == {NOTHING}
    assert "0 of 512 written" in shared_title(trace, 0, arrays).text


def test_each_element_stands_in_one_cell_under_its_name() -> None:
    trace = emulated("attention")
    order = order_of(trace)
    arrays = SharedMemory(trace, order, 0).at(order.end)

    rows = shared_rows(arrays)

    for array in arrays:
        mine = [row for row in rows if row.array is array]
        places = [row.first + column for row in mine for column in range(row.count)]
        assert places == list(range(array.info.size))
    assert rows[0].name == "part[0–31]"
    assert "lies in bank 5" in rows[0].tip(5).text


def test_a_kernel_without_shared_memory_has_none() -> None:
    assert not has_shared_memory(emulated("vector_add"))
    assert has_shared_memory(emulated("sum_shared"))
