"""The script of the two commands: when it installs, what it refuses, what it runs."""

import ast
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

import go

Call = list[str]


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone with lock files and no environment."""
    (tmp_path / "requirements").mkdir()
    for name in go.LOCKS:
        (tmp_path / "requirements" / f"{name}.txt").write_text(f"{name}\n", encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text("[project]\n", encoding="utf-8")
    monkeypatch.setattr(go, "ROOT", tmp_path)
    return tmp_path


@pytest.fixture
def installs(monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    """What pip was asked to install; nothing is installed."""
    calls: list[Call] = []

    def make(setup: go.Setup) -> None:
        Path(setup.python).parent.mkdir(parents=True, exist_ok=True)
        Path(setup.python).touch()

    monkeypatch.setattr(go, "make", make)
    monkeypatch.setattr(go, "install", lambda setup, *arguments: calls.append([setup.folder, *arguments]))
    return calls


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> list[Call]:
    """What the script turned into at its end, with the program's folders left out."""
    calls: list[Call] = []

    def become(command: Call) -> None:
        calls.append([Path(command[0]).stem, *command[1:]])
        raise SystemExit(0)

    monkeypatch.setattr(go, "become", become)
    monkeypatch.setattr(go, "on_page", lambda arguments: 0)
    return calls


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 13)])
def test_an_old_python_is_told_what_it_is_and_what_is_needed(version: tuple[int, ...]) -> None:
    message = go.refusal(version)
    assert "Python 3.11 or newer" in message
    assert ".".join(str(part) for part in version[:3]) in message


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 14, 1), (4, 0, 0)])
def test_a_new_python_is_not_refused(version: tuple[int, int, int]) -> None:
    assert go.refusal(version) == ""


def test_the_script_is_parsed_by_python_3_6() -> None:
    source = Path(go.__file__).read_text(encoding="utf-8")
    tree = ast.parse(source, feature_version=(3, 6))
    newer = [node for node in ast.walk(tree) if isinstance(node, ast.NamedExpr | ast.Match)]
    assert newer == []


def test_the_script_imports_nothing_but_sys_before_it_refuses() -> None:
    tree = ast.parse(Path(go.__file__).read_text(encoding="utf-8"))
    refuses = next(at for at, node in enumerate(tree.body) if isinstance(node, ast.If))
    imported = [ast.unparse(node) for node in tree.body[:refuses] if isinstance(node, ast.Import | ast.ImportFrom)]
    assert imported == ["import sys"]


def test_the_script_uses_the_standard_library_alone() -> None:
    tree = ast.parse(Path(go.__file__).read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_without_ensurepip_the_debian_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "ensurepip" else object())
    message = go.missing_venv()
    assert f"python{go.VERSION}-venv" in message


def test_with_ensurepip_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: object())
    assert go.missing_venv() == ""


@pytest.mark.usefixtures("clone")
def test_an_environment_is_filled_from_its_lock_with_hashes_and_then_with_kozyr(installs: list[Call]) -> None:
    go.fill(go.RUN)
    locked, own = installs
    assert locked == [".venv", "--require-hashes", "-r", str(go.lock_file("run"))]
    assert {"--no-deps", "--no-build-isolation", "--editable"} <= set(own)


@pytest.mark.usefixtures("clone")
def test_a_filled_environment_is_left_alone(installs: list[Call]) -> None:
    go.fill(go.RUN)
    installs.clear()
    go.fill(go.RUN)
    assert installs == []


@pytest.mark.parametrize("changed", ["pyproject.toml", "requirements/run.txt"])
def test_an_environment_is_filled_again_when_what_it_holds_has_changed(
    clone: Path, installs: list[Call], changed: str
) -> None:
    go.fill(go.RUN)
    installs.clear()
    (clone / changed).write_text("changed\n", encoding="utf-8")
    go.fill(go.RUN)
    assert installs


@pytest.mark.usefixtures("clone")
def test_an_environment_is_filled_again_when_its_python_has_gone(installs: list[Call]) -> None:
    go.fill(go.RUN)
    installs.clear()
    Path(go.RUN.python).unlink()
    go.fill(go.RUN)
    assert installs


@pytest.mark.usefixtures("clone")
def test_another_python_gets_an_environment_of_its_own(monkeypatch: pytest.MonkeyPatch, installs: list[Call]) -> None:
    go.fill(go.RUN)
    installs.clear()
    monkeypatch.setattr(go, "VERSION", "3.99")
    go.fill(go.RUN)
    assert installs


@pytest.mark.usefixtures("clone")
def test_an_install_that_broke_off_is_made_again(monkeypatch: pytest.MonkeyPatch, installs: list[Call]) -> None:
    go.fill(go.RUN)
    go.lock_file("run").write_text("newer\n", encoding="utf-8")

    def broken(setup: go.Setup, *arguments: str) -> None:
        raise SystemExit(f"{setup.folder} {arguments}")

    with monkeypatch.context() as patched:
        patched.setattr(go, "install", broken)
        with pytest.raises(SystemExit):
            go.fill(go.RUN)
    assert not go.is_filled(go.RUN)
    installs.clear()
    go.fill(go.RUN)
    assert installs


def test_two_processes_fill_an_environment_one_after_the_other(
    clone: Path, monkeypatch: pytest.MonkeyPatch, installs: list[Call], capsys: pytest.CaptureFixture[str]
) -> None:
    """The other holds it while this one waits, and has filled it when it lets go."""
    held = (clone / f"{go.RUN.folder}.busy").open("a", encoding="utf-8")
    assert go.take(held.fileno())

    def let_go(_: float) -> None:
        go.fill_now(go.RUN)
        held.close()

    monkeypatch.setattr("time.sleep", let_go)
    go.fill(go.RUN)
    assert len(installs) == 2  # the other's two, none of its own
    assert "another process fills .venv" in capsys.readouterr().err


def test_where_files_cannot_be_held_nobody_waits(clone: Path) -> None:
    """As on some network drives; a descriptor of nothing cannot be held either."""
    file = (clone / "gone").open("a", encoding="utf-8")
    number = file.fileno()
    file.close()
    assert go.take(number)


@pytest.mark.usefixtures("clone")
def test_playing_does_not_install_the_developers_tools(installs: list[Call], programs: list[Call]) -> None:
    with pytest.raises(SystemExit):
        go.main(["play"])
    assert all(str(go.lock_file("dev")) not in call for call in installs)
    assert programs == [["kozyr", "play"]]


@pytest.mark.usefixtures("clone", "installs")
def test_a_page_that_cannot_be_built_is_told_and_the_terminal_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(go, "on_page", lambda arguments: 1)
    with pytest.raises(SystemExit, match="in the terminal there is"):
        go.main(["play", "--no-browser"])


@pytest.mark.usefixtures("clone")
def test_playing_in_a_developers_environment_installs_nothing(installs: list[Call], programs: list[Call]) -> None:
    go.fill(go.DEV)
    installs.clear()
    with pytest.raises(SystemExit):
        go.main(["play", "shalashik", "--seed", "7"])
    assert installs == []
    assert programs == [["kozyr", "play", "shalashik", "--seed", "7"]]


@pytest.mark.usefixtures("clone", "installs")
def test_any_command_is_passed_on(programs: list[Call]) -> None:
    with pytest.raises(SystemExit):
        go.main(["kozyr", "games", "--json"])
    assert programs == [["kozyr", "games", "--json"]]


@pytest.mark.usefixtures("clone", "installs")
def test_tests_with_arguments_are_pytest_alone(monkeypatch: pytest.MonkeyPatch, programs: list[Call]) -> None:
    monkeypatch.chdir(Path.cwd())
    with pytest.raises(SystemExit):
        go.main(["test", "tests/repository", "-x"])
    assert programs == [["python", "-m", "pytest", "tests/repository", "-x"]]


@pytest.mark.usefixtures("clone", "installs")
def test_failed_checks_fail_the_test_command_after_all_tests_ran(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[Call] = []

    class Passed:
        returncode = 0

    def run(command: Call, **_: object) -> Passed:
        ran.append(command)
        return Passed()

    monkeypatch.chdir(Path.cwd())
    monkeypatch.setattr(go, "failed_checks", lambda: ["mypy --strict"])
    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(SystemExit, match="failed: mypy --strict"):
        go.main(["test"])
    assert "pytest" in ran[-1]


def test_an_unknown_command_is_refused_with_the_known_ones() -> None:
    with pytest.raises(SystemExit, match=r"no command 'paly'; there are play, kozyr, test"):
        go.main(["paly"])


def test_an_interrupted_installation_is_quiet(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(setup: go.Setup) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(go, "make", interrupted)
    with pytest.raises(SystemExit) as end:
        go.main(["play", "kozel"])
    assert end.value.code == go.INTERRUPTED
    assert not list(clone.glob("**/*.stamp"))


def test_without_a_command_the_script_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        go.main([])
    assert left.value.code == 0
    shown = capsys.readouterr().out
    assert all(f"go.py {name}" in shown for name in go.COMMANDS)


def test_pip_is_kept_from_installing_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_USER", "1")
    monkeypatch.setenv("PYTHONPATH", os.sep)
    environment = go.quiet_environment()
    assert environment["PIP_USER"] == "0"
    assert "PYTHONPATH" not in environment


FAULT = '{"id": "CVE-1", "fix_versions": ["2"]}'
REPORT = f'{{"dependencies": [{{"name": "a", "version": "1", "vulns": [{FAULT}]}}, {{"name": "b"}}]}}'


@pytest.mark.parametrize(
    ("report", "found"),
    [
        ("", None),
        ("Traceback", None),
        ("[]", None),
        ('{"dependencies": [{"name": "a", "version": "1", "vulns": []}]}', []),
        (REPORT, ["a 1: CVE-1, mended in 2"]),
    ],
)
def test_a_report_of_vulnerabilities_is_told_from_none(report: str, found: list[str] | None) -> None:
    assert go.vulnerabilities(report) == found


@pytest.mark.parametrize(
    ("report", "ends_with"), [("", 0), (REPORT, "a 1: CVE-1, mended in 2")], ids=["nobody to ask", "one found"]
)
@pytest.mark.usefixtures("clone", "installs")
def test_the_audit_fails_for_a_vulnerability_and_for_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], report: str, ends_with: object
) -> None:
    answer = subprocess.CompletedProcess([], 1, stdout=report, stderr="no such host\n")
    monkeypatch.setattr(go, "fill", lambda _: None)
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: answer)
    with pytest.raises(SystemExit) as left:
        go.main(["audit"])
    assert left.value.code == ends_with
    assert ("audit skipped" in capsys.readouterr().err) == (not report)


@pytest.mark.usefixtures("clone", "installs")
def test_an_audit_that_takes_too_long_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("pip-audit", 90)

    monkeypatch.setattr(go, "fill", lambda _: None)
    monkeypatch.setattr(subprocess, "run", run)
    with pytest.raises(SystemExit) as left:
        go.main(["audit"])
    assert left.value.code == 0
