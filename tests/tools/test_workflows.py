"""Workflows, and recipes for those who use gpuviz in CI, name what exists and few rights."""

from __future__ import annotations

import importlib.util
import re
import shlex
import tomllib
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from gpuviz.cli.check_formats import FORMATS
from gpuviz.cli.commands import COMMANDS, build_parser

ROOT = Path(__file__).resolve().parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
GUIDE = ROOT / "docs" / "ci.md"
RECIPES = re.findall(r"```yaml\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
EXTRAS = set(
    tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
)
FORMS = {"text", "json", *FORMATS}
WORKFLOW_KEYS = {"name", "on", "permissions", "concurrency", "jobs"}
JOB_KEYS = {
    *("name", "if", "needs", "runs-on", "timeout-minutes", "strategy", "env", "environment"),
    *("permissions", "steps"),
}
STEP_KEYS = {"id", "name", "if", "uses", "with", "env", "shell", "run"}
MADE = ("dist", "build")
"""Folders that a workflow makes."""
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")


def loaded(text: str) -> dict[str, Any]:
    """YAML in which `on` is a word and not the truth value of YAML 1.1."""
    read = yaml.safe_load(re.sub(r"^on:", '"on":', text, flags=re.MULTILINE))
    assert isinstance(read, dict)
    return read


def jobs(path: Path) -> dict[str, dict[str, Any]]:
    found = loaded(path.read_text(encoding="utf-8"))["jobs"]
    assert isinstance(found, dict)
    return found


def steps() -> Iterator[tuple[str, dict[str, Any]]]:
    for path in WORKFLOWS:
        for name, job in jobs(path).items():
            for step in job["steps"]:
                yield f"{path.name}: {name}", step


def commands() -> Iterator[list[str]]:
    """Each command line of each step, as words."""
    for _, step in steps():
        text = step.get("run", "").replace("\\\n", " ").replace("\\", "/")
        for line in text.splitlines():
            for part in re.split(r"&&|\|\||;", line):
                yield shlex.split(re.sub(r"\$\{\{.*?\}\}", "X", part), comments=True)


def exists(name: str) -> bool:
    """Whether a module or an extra is there."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # setuptools' hook, when it is asked for pip
        return name in EXTRAS or importlib.util.find_spec(name) is not None


def test_there_are_workflows_for_tests_bundles_documentation_and_releases() -> None:
    assert [path.stem for path in WORKFLOWS] == ["bundle", "docs", "release", "test"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=[path.stem for path in WORKFLOWS])
def test_a_workflow_has_only_words_of_github(path: Path) -> None:
    workflow = loaded(path.read_text(encoding="utf-8"))

    assert set(workflow) <= WORKFLOW_KEYS
    for name, job in workflow["jobs"].items():
        assert set(job) <= JOB_KEYS, name
        assert "timeout-minutes" in job, f"{name} may not hang for six hours"
        needs = job.get("needs", [])
        wanted = {needs} if isinstance(needs, str) else set(needs)
        assert wanted <= set(workflow["jobs"])
        for step in job["steps"]:
            assert set(step) <= STEP_KEYS, step
            assert ("uses" in step) != ("run" in step), step


@pytest.mark.parametrize("path", WORKFLOWS, ids=[path.stem for path in WORKFLOWS])
def test_a_workflow_may_only_read_and_a_job_may_write_what_it_is_for(path: Path) -> None:
    workflow = loaded(path.read_text(encoding="utf-8"))

    assert workflow["permissions"] == {"contents": "read"}
    more = {
        name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job
    }
    allowed = {
        "docs": {"deploy": {"pages": "write", "id-token": "write"}},
        "release": {"publish": {"id-token": "write"}},
    }
    assert more == allowed.get(path.stem, {})


def test_actions_are_named_by_their_commits_with_the_version_beside_it() -> None:
    lines = [line for path in WORKFLOWS for line in path.read_text("utf-8").splitlines()]
    used = [line.strip(" -") for line in lines if re.match(r"\s*(- )?uses:", line)]

    assert used
    by_action: dict[str, set[str]] = {}
    for line in used:
        action, _, version = line.removeprefix("uses: ").partition(" # ")
        assert PINNED.fullmatch(action), line
        assert re.fullmatch(r"v\d+\.\d+\.\d+", version), line
        by_action.setdefault(action.partition("@")[0], set()).add(action)
    assert all(len(versions) == 1 for versions in by_action.values()), "one version of each"


def test_a_checkout_leaves_no_credentials_to_what_is_run() -> None:
    found = [step for _, step in steps() if step.get("uses", "").startswith("actions/checkout@")]

    assert found
    assert all(step["with"]["persist-credentials"] is False for step in found)


def test_what_somebody_else_has_named_does_not_run_as_a_command() -> None:
    for where, step in steps():
        assert "${{" not in step.get("run", ""), f"{where}: values come in by env"


def test_tests_run_on_three_systems_with_every_python() -> None:
    matrix = jobs(ROOT / ".github/workflows/test.yml")["test"]["strategy"]["matrix"]

    assert [name.partition("-")[0] for name in matrix["system"]] == ["ubuntu", "windows", "macos"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]


def test_every_module_that_is_run_exists() -> None:
    modules = [
        words[at + 1] for words in commands() for at, word in enumerate(words) if word == "-m"
    ]

    assert {"tools.bundle", "tools.bundle.recipes", "gpuviz", "pytest"} <= set(modules)
    assert [name for name in modules if not exists(name)] == []


def test_every_extra_that_is_installed_exists() -> None:
    words = " ".join(word for command in commands() for word in command)
    extras = set(re.findall(r"\.\[([\w,]+)\]", words))

    assert {"test", "bundle"} <= extras
    assert [name for name in extras if not exists(name)] == []


def test_every_file_of_the_repository_that_is_named_exists() -> None:
    named = {
        word
        for words in commands()
        for word in words
        if re.fullmatch(r"[\w.-]+(/[\w.-]+)+", word) and not word.startswith((*MADE, "new/"))
    }

    assert {"packaging/macos/make_dmg.sh", ".ci/run", "tools/bundle"} <= named
    assert [name for name in named if not (ROOT / name).exists()] == []


def gpuviz_words() -> Iterator[list[str]]:
    """Command lines of gpuviz in workflows and in the guide, without redirections."""
    guide = [line for text in RECIPES for line in text.splitlines() if "gpuviz " in line]
    lines = [re.sub(r"^[ -]*(run: )?", "", line).partition(">")[0] for line in guide]
    for words in [*map(shlex.split, lines), *commands()]:
        for at, word in enumerate(words):
            if Path(word).name == "gpuviz" and at + 1 < len(words):
                if words[at - 1] in ("install", "-m") and words[at - 1] == "install":
                    continue
                if words[at + 1] in {command.name for command in COMMANDS}:
                    yield words[at + 1 :]


def test_every_command_line_of_gpuviz_is_one_that_it_understands() -> None:
    seen = set()
    for words in gpuviz_words():
        seen.add(words[0])
        given = build_parser(words[0]).parse_args(words)  # raises RequestRefused for what is wrong
        assert words[0] != "check" or given.format in (None, *FORMS)

    assert {"check", "grade", "run", "doctor"} <= seen


def test_recipes_of_the_guide_are_yaml_of_their_systems() -> None:
    read = [loaded(text) for text in RECIPES]

    github = [one for one in read if "jobs" in one]
    gitlab = [
        one for one in read if any("script" in job for job in one.values() if isinstance(job, dict))
    ]
    hooks = [one for one in read if "repos" in one]
    assert (len(github), len(gitlab), len(hooks)) == (2, 2, 1)
    for one in github:
        assert one["permissions"]["contents"] == "read"
    (scanning,) = (one for one in github if "security-events" in one["permissions"])
    (upload,) = (
        step
        for step in scanning["jobs"]["check"]["steps"]
        if "upload-sarif" in step.get("uses", "")
    )
    assert upload["if"] == "always()", "findings end the step before it"


def test_the_hook_of_the_guide_is_declared_for_pre_commit() -> None:
    declared = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    (used,) = (loaded(text) for text in RECIPES if "repos:" in text)

    (hook,) = declared
    assert {"id", "name", "entry", "language"} <= set(hook)
    assert used["repos"][0]["hooks"][0]["id"] == hook["id"]
    build_parser("check").parse_args([*hook["entry"].split()[1:], "a.py", "--timeout", "30"])
    assert hook["require_serial"] is True, "processes of its own use all cores already"


def test_secrets_are_those_that_the_guide_explains() -> None:
    explained = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")
    text = "".join(path.read_text(encoding="utf-8") for path in WORKFLOWS)

    secrets = set(re.findall(r"secrets\.(\w+)", text))
    assert secrets
    assert [name for name in secrets if f"`{name}`" not in explained] == []
