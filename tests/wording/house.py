"""What the house says: the keys that code and templates ask for, and the catalogs that answer."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message

from referee.wording.catalog import LOCALE_FOLDER
from referee.wording.compiling import read_catalog

ROOT = Path(__file__).parents[2]

SPEAKERS = {"translate", "translate_n", "words", "_", "n_"}
_ASKED = re.compile(r"""\b(?:n?_|translate(?:_n)?)\(\s*["']([^"'~%{}]+)["']\s*[,)]""")
_LITERAL = re.compile(r"""["']([^"'\n]*)["']""")
_SPOKEN_IN_TEMPLATE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
_COMMENT_IN_TEMPLATE = re.compile(r"\{#.*?#\}", re.DOTALL)
_KEY = re.compile(r"[a-z0-9_-]+(?:\.[A-Za-z0-9_-]+)+")


def sources() -> dict[Path, str]:
    """Code, templates and scripts of the house."""
    paths = [
        *(ROOT / "referee").rglob("*.py"),
        *(ROOT / "templates").rglob("*.*"),
        *(ROOT / "static" / "js").rglob("*.js"),
    ]
    return {path.relative_to(ROOT): _read(path) for path in paths}


def _read(path: Path) -> str:
    """A file's text; of a template only what is between its braces, where keys stand."""
    text = path.read_text("utf-8")
    if "templates" not in path.parts:
        return text
    return "\n".join(_SPOKEN_IN_TEMPLATE.findall(_COMMENT_IN_TEMPLATE.sub("", text)))


def asked_keys() -> dict[str, Path]:
    """Every key written out in a call that speaks, with a file that asks for it."""
    asked: dict[str, Path] = {}
    for path, text in sources().items():
        if path.suffix == ".py":
            asked |= dict.fromkeys(_asked_in_code(text), path)
        else:
            asked |= dict.fromkeys(_ASKED.findall(text), path)
    return asked


def _asked_in_code(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        first = node.args[0]
        if name in SPEAKERS and isinstance(first, ast.Constant) and isinstance(first.value, str):
            yield first.value


_BEGINNING = re.compile(r"[a-z0-9_-]+\.(?:[a-z0-9_.-]*[._-])?")


def mentioned() -> tuple[set[str], set[str]]:
    """Keys that stand anywhere as a literal, and beginnings (`code.`) that keys are put together from."""
    whole: set[str] = set()
    for path, text in sources().items():
        if path.suffix == ".py":
            constants = (node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant))
            whole |= {value for value in constants if isinstance(value, str)}
        else:
            whole |= set(_LITERAL.findall(text))
    return whole, {text for text in whole if _BEGINNING.fullmatch(text)}


def catalogs(folder: str) -> dict[str, Catalog]:
    """The catalogs of a language's folder, by domain."""
    return {path.stem: read_catalog(path) for path in sorted((LOCALE_FOLDER / folder / "LC_MESSAGES").glob("*.po"))}


def messages(catalog: Catalog) -> dict[str, Message]:
    """Messages by key."""
    return {key_of(message): message for message in catalog if message.id}


def key_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def texts(message: Message) -> tuple[str, ...]:
    """The one text of a message, or its two by number."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"%\((\w+)\)s", text))


def looks_like_key(text: str) -> bool:
    return _KEY.fullmatch(text) is not None
