"""From `.po` to `.mo`: what `python -m referee.wording` does.

Owns the compiling of catalogs with Babel. Refuses fuzzy or malformed ones, naming
file and line. Loaded by whoever edits words, never by whoever speaks them.
Start reading at `compile_catalogs`.
"""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from referee.wording.catalog import LOCALE_FOLDER

_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)


def read_catalog(path: Path) -> Catalog:
    """Read a `.po` file, its language being its folder. Raises Babel's `PoFileError`."""
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.parent.parent.name, domain=path.stem, abort_invalid=True)
    # Dates would make every compilation a different file.
    catalog.creation_date = catalog.revision_date = _NO_DATE
    return catalog


def compiled(path: Path) -> bytes:
    """The `.mo` that belongs to a `.po`."""
    out = io.BytesIO()
    write_mo(out, read_catalog(path))
    return out.getvalue()


def compile_catalogs(folder: Path = LOCALE_FOLDER) -> list[Path]:
    """Compile every catalog under `folder`; returns the `.mo` files that changed."""
    changed = []
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        target, data = path.with_suffix(".mo"), compiled(path)
        if not target.exists() or target.read_bytes() != data:
            target.write_bytes(data)
            changed.append(target)
    return changed
