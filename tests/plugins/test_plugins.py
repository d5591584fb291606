"""Plugins are data: found without being imported, and what is wrong with one costs its own part."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

from gpuviz.cli import main
from gpuviz.device import find_device, load_devices
from gpuviz.lesson import list_lessons, read_lesson
from gpuviz.lesson.answers import lesson_digest
from gpuviz.lesson.library import lesson_problems
from gpuviz.lesson.puzzle import find_puzzle, puzzle_key, puzzle_problems
from gpuviz.messages import Message, RequestRefused
from gpuviz.operation import (
    called,
    explanation,
    find_operation,
    kernel_problems,
    list_operations,
    plugin_operations,
)
from gpuviz.operation.plugged import kernel_shelf
from gpuviz.places import resource_dir
from gpuviz.plugins import MOST_FILES, installed
from tests.helpers.plugins import (
    COURSE,
    CUBE,
    GPU,
    LESSON,
    PUZZLE,
    device_file,
    forget,
    make_package,
    say_so,
    use,
)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of packages, empty so far."""
    place = tmp_path / "site"
    place.mkdir()
    use(place, monkeypatch)
    return place


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    """No test knows the plugins of another."""
    yield
    forget()


def test_nothing_of_a_plugin_is_imported_to_find_and_read_it(site: Path) -> None:
    make_package(site, COURSE)  # its __init__ ends the process that imports it

    assert [one.name for one in installed().plugins] == ["course"]
    assert [info.name for info in plugin_operations()] == ["cube"]
    assert find_operation("cube").path == site / "gpu_course" / "kernels" / "cube.py"


def test_a_package_inside_another_is_found_without_importing_either(site: Path) -> None:
    folder = make_package(site, {}, value="gpu_course.data")
    (folder / "data" / "kernels").mkdir(parents=True)
    (folder / "data" / "kernels" / "cube.py").write_text(CUBE)

    assert find_operation("course:cube").title == "Cube"


def test_a_package_may_be_a_folder_without_code(site: Path) -> None:
    folder = make_package(site, {"kernels/cube.py": CUBE})
    (folder / "__init__.py").unlink()

    assert find_operation("cube").title == "Cube"


def test_a_gallery_name_stays_the_gallerys_and_the_plugins_is_said_in_full(site: Path) -> None:
    make_package(site, {"kernels/relu.py": CUBE.replace("cube", "relu")})

    own = find_operation("course:relu")
    assert called(own) == "course:relu"
    assert kernel_shelf().find("relu") is None
    assert find_operation("relu").path.parent == resource_dir("kernels")
    assert "'relu' of the plugin course is called course:relu" in _all(kernel_problems())


def test_a_name_that_two_plugins_have_is_neithers_alone(site: Path) -> None:
    make_package(site, {"kernels/cube.py": CUBE})
    make_package(site, {"kernels/cube.py": CUBE}, plugin="other", package="other_course")

    with pytest.raises(RequestRefused, match="there are course:cube and other:cube"):
        find_operation("cube")
    assert find_operation("other:cube").path.parent.parent.name == "other_course"
    assert [called(info) for info in plugin_operations()] == ["course:cube", "other:cube"]


def test_a_device_of_a_plugin_is_found_by_its_id_and_that_of_the_table_stays(site: Path) -> None:
    make_package(site, {"devices.toml": device_file()})
    make_package(
        site, {"devices.toml": device_file("t4", "Another T4")}, plugin="other", package="other"
    )

    assert find_device(GPU).name == "GPU of a course"
    assert find_device("t4") == load_devices()["t4"]
    assert find_device("other:t4").name == "Another T4"


def test_a_lesson_of_a_plugin_opens_its_kernels_and_is_remembered_by_the_plugin(
    site: Path,
) -> None:
    folder = make_package(site, COURSE)
    file = folder / "lessons" / "en" / "01_cubes.md"

    assert [problem.text for problem in read_lesson(file).problems] == []
    listed = list_lessons("zh_CN")[-1]  # which the plugin has in English alone
    assert (listed.plugin, listed.key, listed.title) == (
        "course",
        "course:1",
        "One thread for each cube",
    )


def test_a_lesson_means_the_kernel_of_its_own_plugin(site: Path) -> None:
    lesson = LESSON.replace("answer: chosen", "answer: operation = cube and chosen", 1)
    folder = make_package(site, {**COURSE, "lessons/en/01_cubes.md": lesson})
    file = folder / "lessons/en/01_cubes.md"
    alone = read_lesson(file)
    forget()
    make_package(site, {"kernels/cube.py": CUBE}, plugin="other", package="other_course")
    forget()

    both = read_lesson(file)

    assert [problem.text for problem in (*alone.problems, *both.problems)] == []
    assert alone.lesson is not None
    assert both.lesson is not None
    assert (alone.lesson.operations, both.lesson.operations) == (("cube",), ("course:cube",))
    settings = [
        one for step in both.lesson.steps for one in (*step.settings, *(step.solution or ()))
    ]
    assert {one.value for one in settings if one.name == "operation"} == {"course:cube"}
    parts = [part for step in both.lesson.steps for part in step.answer.parts]
    assert "course:cube" in [part.value for part in parts if part.fact.name == "operation"]
    assert lesson_digest(both.lesson) == lesson_digest(alone.lesson)


def test_a_lesson_of_a_third_plugin_says_which_of_two_kernels_it_means(site: Path) -> None:
    make_package(site, {"kernels/cube.py": CUBE})
    make_package(site, {"kernels/cube.py": CUBE}, plugin="other", package="other_course")
    third = {"lessons/en/01_cubes.md": LESSON}
    folder = make_package(site, third, plugin="third", package="third_course")
    forget()

    problems = read_lesson(folder / "lessons/en/01_cubes.md").problems

    assert any("There is no operation `cube`" in one.text for one in problems)


def test_a_puzzle_of_a_plugin_is_told_and_remembered_by_the_plugin(site: Path) -> None:
    make_package(site, {**PUZZLE, **_renamed(PUZZLE, "01_cube_guard", "02_guard")})

    gate, guard = find_puzzle("cube_guard"), find_puzzle("course:guard")
    assert (gate.called, gate.key) == ("cube_guard", "course:cube_guard")
    assert (guard.called, puzzle_key("course:guard")) == ("course:guard", "course:guard")
    assert gate.series == ("cube_guard", "course:guard")
    assert find_puzzle("guard").plugin == ""
    assert puzzle_key("guard") == "guard"


def test_a_translation_beside_a_kernel_is_its_page_in_that_language(site: Path) -> None:
    make_package(site, {"kernels/cube.py": CUBE, "kernels/zh_CN/cube.md": "# 立方\n\n三次。"})
    info = find_operation("cube")

    assert explanation(info, "zh_CN").startswith("# 立方")
    assert explanation(info).startswith("# Cube")


BROKEN: dict[str, tuple[dict[str, str | bytes], str]] = {
    "syntax": ({"kernels/bad.py": "def :"}, "bad.py, line 1: Python cannot read line 1"),
    "no kernel": ({"kernels/bad.py": "x = 1\n"}, "bad.py"),
    "not UTF-8": ({"kernels/bad.py": b"# \xff\n"}, "not UTF-8 text in line 1"),
    "huge": ({"kernels/bad.py": b"#" * (1 << 20) + b"#"}, "larger than 1 MiB"),
    "null": ({"kernels/bad.py": b"\0"}, "null bytes"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_kernel_that_cannot_be_read_costs_itself_and_a_sentence(name: str, site: Path) -> None:
    files, words = BROKEN[name]
    make_package(site, {**files, "kernels/cube.py": CUBE})

    assert [info.name for info in plugin_operations()] == ["cube"]
    (said,) = [one.text for one in kernel_problems()]
    assert said.startswith("The plugin course (gpu-course 1.0): ")
    assert words in said


def test_links_that_lead_out_of_a_plugin_are_left_out(site: Path, tmp_path: Path) -> None:
    folder = make_package(site, {"kernels/cube.py": CUBE, **PUZZLE})
    secret = tmp_path / "secret.py"
    secret.write_text(CUBE.replace("cube", "secret"))
    (folder / "kernels" / "stolen.py").symlink_to(secret)
    words = folder / "puzzles" / "01_cube_guard" / "en.md"
    words.unlink()
    words.symlink_to(secret)

    assert [info.name for info in plugin_operations()] == ["cube"]
    assert "stolen.py is not a file inside it, and is left out" in _all(kernel_problems())
    assert "01_cube_guard is not a file inside it, and is left out" in _all(puzzle_problems())


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no such pipes on Windows")
def test_a_pipe_in_a_plugin_is_not_waited_for(site: Path) -> None:
    folder = make_package(site, {"kernels/cube.py": CUBE, "lessons/en/01_cubes.md": LESSON})
    for place in ("kernels/pipe.py", "lessons/en/02_pipe.md", "devices.toml"):
        os.mkfifo(folder / place)

    assert [info.name for info in plugin_operations()] == ["cube"]
    assert [one.path.name for one in list_lessons("en") if one.plugin] == ["01_cubes.md"]
    assert "02_pipe.md" in _all(lesson_problems())


def test_of_very_many_files_the_first_are_taken(site: Path) -> None:
    many = {f"kernels/k{number:04}.py": "" for number in range(MOST_FILES + 1)}
    folder = make_package(site, many)

    files, wrong = installed().plugins[0].files("kernels", "*.py")
    assert (len(files), files[0]) == (MOST_FILES, folder / "kernels" / "k0000.py")
    assert "the first 500 are taken" in wrong[0].text


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("course = nothing_of_that_name", "'nothing_of_that_name' is none"),
        ("course = gpu_course:thing", "'gpu_course:thing' is none"),
        ("course = json.decoder", "'json.decoder' is none"),
        ("course = os", "'os' is none"),
        ("course = ../../etc", "'../../etc' is none"),
        ("course =", "'' is none"),
        ("gpu = gpu_course", "calls its plugin 'gpu'"),
        ("a b = gpu_course", "calls its plugin 'a b'"),
        ("x = gpu_course", "calls its plugin 'x'"),
    ],
)
def test_an_entry_point_that_names_no_package_is_a_sentence(
    line: str, words: str, site: Path
) -> None:
    make_package(site, {})
    say_so(site, line)

    found = installed()
    assert found.plugins == ()
    assert words in _all(found.problems)


def test_metadata_that_cannot_be_read_hides_no_other_plugin(site: Path) -> None:
    make_package(site, {"kernels/cube.py": CUBE})
    say_so(site, "bad = bad", "bad_one").write_bytes(b"[gpuviz.operations]\nbad = \xff\n")
    say_so(site, "big = big", "big_one").write_bytes(b"#" * (1 << 21))

    found = installed()
    assert [one.name for one in found.plugins] == ["course"]
    assert "Whether bad-one 1.0 is a plugin cannot be read" in _all(found.problems)
    assert "Whether big-one 1.0 is a plugin cannot be read" in _all(found.problems)


def test_of_two_plugins_of_one_name_the_first_package_is_taken(site: Path) -> None:
    make_package(site, {"kernels/cube.py": CUBE})
    make_package(site, {}, package="zz_course")

    found = installed()
    assert [one.package for one in found.plugins] == ["gpu-course 1.0"]
    assert "Both gpu-course 1.0 and zz-course 1.0 bring a plugin course" in _all(found.problems)


def test_a_name_that_only_a_broken_plugin_would_have_says_what_is_wrong_with_it(
    site: Path,
) -> None:
    say_so(site, "course = not_there")

    with pytest.raises(RequestRefused, match="'not_there' is none"):
        find_operation("course:cube")


def test_devices_that_are_refused_cost_themselves_and_a_sentence(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_package(site, {"devices.toml": "[[device]]\nid = 3\n", "kernels/cube.py": CUBE})

    assert main(["devices"]) == 0
    printed = capsys.readouterr()
    assert printed.err.count("The plugin course (gpu-course 1.0): devices.toml does not") == 1
    assert "Plugin" not in printed.out


def test_a_lesson_with_a_mistake_is_named_with_its_line(site: Path) -> None:
    wrong = LESSON.replace("operations: cube", "operations: cubic")
    make_package(site, {"kernels/cube.py": CUBE, "lessons/en/01_cubes.md": wrong})

    said = _all(lesson_problems())
    assert "01_cubes.md, line 5: There is no operation `cubic`. Did you mean `cube`?" in said


def test_the_list_says_whose_an_operation_is(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_package(site, {"kernels/cube.py": CUBE})

    assert main(["list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["operations"]
    assert [(one["name"], one["plugin"]) for one in found if one["plugin"]] == [("cube", "course")]
    assert len(found) == len(list_operations()) + 1
    assert main(["list"]) == 0
    assert "\n\nPlugin course (gpu-course 1.0)\n  cube " in capsys.readouterr().out
    assert main(["list", "cube"]) == 0
    page = capsys.readouterr().out
    assert "plugin  course (gpu-course 1.0)" in page
    assert "gpuviz run cube --size 100" in page


@pytest.mark.slow
def test_a_kernel_of_a_plugin_runs_on_a_device_of_the_plugin(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    make_package(site, COURSE)
    words = ["run", "cube", "--engine", "emulator", "--device", GPU, "--no-cpu", "--json"]

    assert main(words) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["correct"] is True
    assert GPU in json.dumps(found["device"])


def test_the_doctor_names_plugins_and_what_is_wrong_with_them(site: Path) -> None:
    from gpuviz.cli.doctor import _plugins

    make_package(site, {**COURSE, "kernels/bad.py": "def :"})
    say_so(site, "lost = lost", "lost_one")

    course, *wrong = _plugins()
    assert course.found.startswith("gpu-course 1.0: 1 kernel, 1 lesson, 1 puzzle, 1 device; in")
    assert [one.verdict for one in wrong] == ["note", "note"]
    assert "lost" in wrong[0].found
    assert "bad.py" in wrong[1].found


def _all(messages: Iterable[Message]) -> str:
    return "\n".join(message.text for message in messages)


def _renamed(files: Mapping[str, bytes], old: str, new: str) -> dict[str, bytes]:
    return {name.replace(old, new): content for name, content in files.items()}
