"""The built wheel carries all it needs, and serves from any folder."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
CARRIED = (
    "referee/templates/base.html", "referee/static/css/tokens.css", "referee/static/sw.js",
    "referee/rulebook/systems/naipe56.toml", "referee/wording/locale/es/LC_MESSAGES/rulings.mo",
    "referee/wording/locale/en/LC_MESSAGES/rulings.mo", "referee/store/migrations/env.py",
    "referee/vision/model/model.json",
)  # fmt: skip


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(folder),
        str(ROOT),
    ]
    subprocess.run(build, check=True)
    return next(folder.glob("referee-*.whl"))


@pytest.fixture(scope="module")
def python(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The interpreter of another environment, which has the wheel and borrows everything else."""
    home = tmp_path_factory.mktemp("elsewhere") / "env"
    venv.create(home, with_pip=False)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(home), "platbase": str(home)}))
    with zipfile.ZipFile(wheel) as carried:
        carried.extractall(site)
    (site / "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n")
    return home / "bin" / "python"


def test_the_wheel_carries_everything(wheel: Path) -> None:
    carried = set(zipfile.ZipFile(wheel).namelist())
    assert [name for name in CARRIED if name not in carried] == []
    assert not [name for name in carried if name.startswith(("tests/", "instance/"))]


def test_it_judges_from_any_folder(python: Path, tmp_path: Path) -> None:
    question = '{"ask": "score", "system": "ratolibre", "cards": "JK As Kd 7h 3c"}'
    asked = subprocess.run(
        [python, "-m", "referee", "judge"], input=question, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert '"points": 70' in asked.stdout


@pytest.fixture
def address(python: Path, tmp_path: Path) -> Iterator[str]:
    command = [
        python,
        "-m",
        "referee",
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--instance",
        tmp_path / "data",
    ]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        try:
            assert found, line
            yield found[0]
        finally:
            server.terminate()


def test_it_serves_from_any_folder(address: str, tmp_path: Path) -> None:
    with urllib.request.urlopen(address, timeout=20) as answer:
        assert answer.status == 200
        assert b"/static/css/tokens.css" in answer.read()
    with urllib.request.urlopen(f"{address}static/css/tokens.css", timeout=20) as answer:
        assert b"--gold" in answer.read()
    assert (tmp_path / "data" / "referee.sqlite").exists() or list((tmp_path / "data").glob("*.sqlite*"))
