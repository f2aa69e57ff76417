"""The instance's secret: made once, readable by its owner alone."""

from __future__ import annotations

import os
import secrets
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
        key = path.read_text("ascii").strip()
        if len(key) < 43:
            raise ValueError(f"{path}: {len(key)} characters, expected 43 or more") from None
        return key
    key = secrets.token_urlsafe(32)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(key)
    return key
