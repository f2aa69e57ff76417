"""The instance's secret: made once, readable by its owner alone."""

from __future__ import annotations

import os
import secrets
import threading
from pathlib import Path


def secret_key(instance: Path) -> str:
    """The key that signs cookies and forms, made at the first call.

    Raises ValueError for a file that was emptied or cut, rather than sign with it.
    """
    path = instance / "secret_key"
    try:
        # Created with its mode, and only where there was none: two processes agree on one key.
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read(path)
    key = secrets.token_urlsafe(32)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key)
    return key


def _read(path: Path) -> str:
    for _ in range(50):
        key = path.read_text("ascii").strip()
        if len(key) >= 43:
            return key
        # Another process may have made the file this moment, and be about to write it.
        threading.Event().wait(0.01)
    raise ValueError(f"{path}: {len(key)} characters, expected 43 or more")
