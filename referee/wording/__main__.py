"""`python -m referee.wording`: compile all catalogs, and say which changed."""

from __future__ import annotations

from referee.wording.catalog import LOCALE_FOLDER
from referee.wording.compiling import compile_catalogs

if __name__ == "__main__":
    for path in compile_catalogs():
        print(path.relative_to(LOCALE_FOLDER))
