"""`referee backup` and `referee restore`, as somebody at a shell uses them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from referee import store
from referee.cli import main
from referee.engine.match import Draft, Kind
from tests.databases import Databases


@pytest.fixture
def move(databases: Databases, monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], Path]:
    """To an instance in a new folder, as the shell's environment says; its database is still empty."""

    def move(folder: Path) -> Path:
        if databases.cluster:
            monkeypatch.setenv("DATABASE_URL", databases.empty(folder))
        else:
            monkeypatch.delenv("DATABASE_URL", raising=False)
        return folder

    return move


@pytest.fixture
def instance(move: Callable[[Path], Path], tmp_path: Path, opening: Draft) -> Path:
    folder = move(tmp_path / "mesa de los Ñuñez")
    folder.mkdir()
    with store.standalone(folder) as app:
        store.upgrade(app)
        with app.app_context():
            opened = store.open_match(opening)
            assert isinstance(opened, tuple)
            store.append(opened[0], [Draft(Kind.COUNTED, {"round": 1, "player": 1, "points": 25})], 1)
    return folder


def run(*words: str | Path) -> int:
    return main([str(word) for word in words])


def test_it_works(
    instance: Path, move: Callable[[Path], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "noche.jsonl.gz"
    assert run("backup", file, "--instance", instance) == 0
    made = capsys.readouterr().out.splitlines()
    assert made[0] == f"Copia hecha en {file}: 1 partida, 0 fotos."
    new = move(tmp_path / "new")
    assert run("restore", file, "--instance", new, "--lang=en") == 0
    told = capsys.readouterr().out.splitlines()
    assert "1 match that was missing" in told
    assert "What the copy holds is now here, identical." in told
    assert told[-1].split()[-1] == made[-1].split()[-1]
    assert run("restore", file, "--instance", new) == 0
    assert "1 partida que ya estaba igual" in capsys.readouterr().out


@pytest.mark.parametrize("lang", ["es", "en"])
def test_what_cannot_be_done_is_said(
    instance: Path, move: Callable[[Path], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    file = tmp_path / "a.gz"
    file.write_text("una carta")
    for status, words in (
        (1, ["restore", file, "--instance", instance]),
        (2, ["restore", tmp_path / "none.gz", "--instance", instance]),
        (2, ["backup", tmp_path / "no/folder/a.gz", "--instance", instance]),
        (2, ["backup", file, "--instance", move(tmp_path / "empty")]),
    ):
        assert run(*words, f"--lang={lang}") == status
        said = capsys.readouterr()
        assert said.out == ""
        assert len(said.err.splitlines()) == 1
        assert "Traceback" not in said.err
    assert file.read_text() == "una carta"
