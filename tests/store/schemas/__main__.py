"""Makes the file of today's schema: `python -m tests.store.schemas`, when a migration was added."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import numpy as np
from alembic.script import ScriptDirectory
from flask import Flask

from referee import store
from referee.engine.match import Draft, Kind, fold, pin
from referee.rulebook import load_system
from referee.store.database import MIGRATIONS, db

FOLDER = Path(__file__).parent

NIGHT = (
    [(Kind.COUNTED, {"round": 1, "player": 1, "cards": "K K 7 JK"})],
    [(Kind.COUNTED, {"round": 1, "player": 2, "points": 25, "photo": 1})],
    [(Kind.WENT_OUT, {"round": 1, "player": 0}), (Kind.ROUND_CLOSED, {"round": 1})],
    [(Kind.CORRECTED, {"round": 1, "player": 2, "old": 25, "new": 35, "note": "contó mal"})],
    [(Kind.BONUS, {"round": 2, "player": 1, "points": -10, "note": "ronda limpia"})],
    [(Kind.PLAYER_RENAMED, {"player": 1, "name": "Ñusta"})],
    [(Kind.COUNTED, {"round": 2, "player": 0, "points": 90})],
    [(Kind.UNDONE, {"deed": 9})],
    [(Kind.COUNTED, {"round": 2, "player": 0, "points": 9}), (Kind.WENT_OUT, {"round": 2, "player": 2})],
    [(Kind.ROUND_CLOSED, {"round": 2})],
    [(Kind.RULED, {"question": {"ask": "meld", "cards": "9s 9d 9s"}, "code": "ok", "fingerprint": "x"})],
)  # fmt: skip


def make() -> None:
    """Write the database with a night in it, and its totals."""
    release = str(ScriptDirectory(str(MIGRATIONS)).get_current_head())
    path = FOLDER / f"{release}.sqlite"
    if path.exists():
        raise SystemExit(f"{path} is there already, and must stay as it is")
    app = Flask("schemas", instance_path=tempfile.mkdtemp())
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{path}"
    store.attach(app)
    store.upgrade(app)
    with app.app_context():
        opening = {"players": ["Inés", "Ñato", "María José"], "rules": pin(load_system("ratolibre")), "dealer": 0}
        opened = store.open_match(Draft(Kind.OPENED, opening), by="Inés")
        assert isinstance(opened, tuple)
        match = opened[0]
        picture = np.full((30, 40, 3), 90, np.uint8)
        store.keep_photo(match, picture, {"cards": []})
        for place, deed in enumerate(NIGHT):
            drafts = [Draft(kind, data) for kind, data in deed]
            done = store.append(match, drafts, store.last_number(match), key=f"form-{place}", by="Inés")
            assert isinstance(done, store.Written), done
        state = fold(store.entries_of(match))
        totals = {state.players[line.player].name: line.total for line in state.standings}
        expected = {"entries": state.number, "totals": totals}
        (FOLDER / f"{release}.json").write_text(json.dumps(expected, ensure_ascii=False, indent=1) + "\n")
        db.session.remove()
        db.engine.dispose()
    with closing(sqlite3.connect(path)) as connection:
        # One file, without its log beside it.
        connection.execute("PRAGMA journal_mode=DELETE")


if __name__ == "__main__":
    make()
