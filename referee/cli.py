"""The hatch: `referee serve`, `judge`, `score`, `read`, `backup`, `restore`.

Owns the command line: text in, text and JSON Lines out. Refuses to decide
anything: the engine judges, `wording` speaks. Each command loads what it needs
and nothing else, so that `judge` starts without Flask and OpenCV.
Start reading at `main`.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from referee.engine.judge import judge
from referee.engine.ruleset import RuleSet
from referee.engine.rulings import QuestionError, Ruling
from referee.wording import translate
from referee.wording.rulings import say

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from flask import Flask

LONGEST_LINE: Final = 256 * 1024
"""Bytes a question may take; the longest honest one has a few thousand."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; returns its exit status."""
    lang = _language(argv)
    parser = _parser(lang)
    args = parser.parse_args(argv)
    try:
        return int(args.run(args))
    except BrokenPipeError:
        # The reader has had enough: nothing to say, and nobody to say it to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _language(argv: Sequence[str] | None) -> str:
    """The language asked for by `--lang`, else the environment's, else Spanish."""
    words = list(sys.argv[1:] if argv is None else argv)
    for place, word in enumerate(words):
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and place + 1 < len(words):
            return words[place + 1]
    return "en" if os.environ.get("LANG", "").startswith("en") else "es"


def _parser(lang: str) -> argparse.ArgumentParser:
    def text(key: str) -> str:
        return translate(f"cli.{key}", lang if lang in ("es", "en") else "es")

    parser = argparse.ArgumentParser(prog="referee", description=text("referee"))
    commands = parser.add_subparsers(required=True, metavar=text("command"))

    def command(name: str, run: Callable[[argparse.Namespace], int]) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=text(name), description=text(name))
        added.add_argument("--lang", choices=("es", "en"), default=lang, help=text("lang"))
        added.add_argument("--instance", type=Path, metavar=text("dir"), help=text("instance"))
        added.set_defaults(run=run)
        return added

    serve = command("serve", _serve)
    serve.add_argument("--host", default="0.0.0.0", help=text("host"))
    serve.add_argument("--port", type=int, default=8000, help=text("port"))
    serve.add_argument("--tls", action="store_true", help=text("tls"))

    asked = command("judge", _judge)
    asked.add_argument("file", nargs="?", default="-", metavar=text("file"), help=text("judge_file"))
    asked.add_argument("--notation", choices=("json", "es", "en"), default="json", help=text("notation"))

    score = command("score", _score)
    score.add_argument("cards", metavar=text("cards"), help=text("score_cards"))
    score.add_argument("--system", default="chile", metavar=text("system"), help=text("score_system"))
    score.add_argument("--scoring", metavar=text("table"), help=text("score_scoring"))
    score.add_argument("--notation", choices=("json", "es", "en"), default="json", help=text("notation"))

    read = command("read", _read)
    read.add_argument("photos", nargs="+", metavar=text("photo"), help=text("read_photos"))
    read.add_argument("--json", action="store_true", help=text("read_json"))

    backup = command("backup", _backup)
    backup.add_argument("file", type=Path, metavar=text("file"), help=text("backup_file"))

    restore = command("restore", _restore)
    restore.add_argument("file", type=Path, metavar=text("file"), help=text("restore_file"))
    return parser


def _rules_of(instance: Path | None) -> Callable[[str], RuleSet]:
    from referee.rulebook import load_system

    if instance is None:
        return load_system
    from referee.rulebook import rules_finder

    return rules_finder(instance / "rulebook")


# ---- judge ------------------------------------------------------------------------------------


def _judge(args: argparse.Namespace) -> int:
    rules_of = _rules_of(args.instance)
    try:
        source = sys.stdin.buffer if args.file == "-" else Path(args.file).open("rb")  # noqa: SIM115
    except OSError as error:
        print(translate("cli.unreadable", args.lang, file=args.file, why=error.strerror or ""), file=sys.stderr)
        return 2
    bad = False
    with source:
        try:
            for answer in answers(source, rules_of, args.lang, args.notation):
                bad = bad or answer["legal"] is None
                sys.stdout.write(_line(answer))
        except OSError as error:
            if isinstance(error, BrokenPipeError):
                raise
            print(translate("cli.unreadable", args.lang, file=args.file, why=error.strerror or ""), file=sys.stderr)
            return 2
    sys.stdout.flush()
    return int(bad)


def _line(answer: Mapping[str, Any]) -> str:
    """An answer as a line; an id that is no valid text is escaped as it came."""
    line = json.dumps(answer, ensure_ascii=False)
    try:
        line.encode()
    except UnicodeEncodeError:
        line = json.dumps(answer)
    return line + "\n"


def _no_number(name: str) -> Any:
    raise ValueError(name)


def answers(
    source: IO[bytes], rules_of: Callable[[str], RuleSet], lang: str, notation: str = "json"
) -> Iterator[dict[str, Any]]:
    """One ruling as JSON for every line that is not blank, in the same order; never stops at a bad one."""
    for line in _lines(source):
        question, problem = _question(line)
        if problem is None and notation != "json":
            question, problem = _in_json_letters(question, notation, rules_of)
        ruling = judge(question, rules_of) if problem is None else Ruling("", None, None, problem=problem)
        answer = ruling.to_json(say(ruling, lang))
        if isinstance(question, Mapping) and "id" in question:
            answer = {"id": question["id"], **answer}
        yield answer


def _lines(source: IO[bytes]) -> Iterator[bytes | None]:
    """The lines that are not blank; None for one too long to be a question."""
    while line := source.readline(LONGEST_LINE + 1):
        too_long = len(line) > LONGEST_LINE
        while too_long and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE + 1)
            if not line:
                break
        if too_long:
            yield None
        elif line.strip():
            yield line


def _question(line: bytes | None) -> tuple[Any, Mapping[str, Any] | None]:
    if line is None:
        return None, QuestionError("too-long", "", "", str(LONGEST_LINE)).problem
    try:
        return json.loads(line, parse_constant=_no_number), None
    except (ValueError, RecursionError):
        return None, QuestionError("not-json", "", line.decode("utf-8", "replace").strip()).problem


def _in_json_letters(
    question: Any, lang: str, rules_of: Callable[[str], RuleSet]
) -> tuple[Any, Mapping[str, Any] | None]:
    """The question with its cards written in the letters of JSON, or the first one that cannot be read."""
    from referee.wording.notation import read_typed

    if not isinstance(question, Mapping):
        return question, None
    try:
        pack = rules_of(str(question.get("system"))).pack
    except KeyError:
        return question, None

    def letters(value: Any, path: str) -> Any:
        if isinstance(value, list):
            return [letters(item, f"{path}[{place}]") for place, item in enumerate(value)]
        if not isinstance(value, str):
            return value
        typed = read_typed(value, lang, pack)
        for item in typed:
            # Its letters might name another card in JSON: nothing is guessed.
            if item.card is None:
                raise QuestionError("unknown-card", path, item.text, pack.id)
        return " ".join(str(item.card) for item in typed)

    cards = ("cards", "card", "meld", "melds", "table")
    try:
        return {key: letters(value, key) if key in cards else value for key, value in question.items()}, None
    except QuestionError as error:
        return question, error.problem


# ---- score ------------------------------------------------------------------------------------


def _score(args: argparse.Namespace) -> int:
    question: dict[str, Any] = {"ask": "score", "system": args.system, "cards": args.cards}
    if args.scoring:
        question["options"] = {"scoring": args.scoring.split(",") if "," in args.scoring else args.scoring}
    rules_of = _rules_of(args.instance)
    problem = None
    if args.notation != "json":
        question, problem = _in_json_letters(question, args.notation, rules_of)
    ruling = Ruling("score", None, None, problem=problem) if problem else judge(question, rules_of)
    if ruling.legal:
        print(ruling.facts["points"])
        return 0
    print(say(ruling, args.lang), file=sys.stderr)
    return 1


# ---- read -------------------------------------------------------------------------------------


def _read(args: argparse.Namespace) -> int:
    from referee.vision import PhotoError, read_cards, reading_to_json

    failed = False
    for name in args.photos:
        try:
            reading = read_cards(Path(name).read_bytes())
        except (OSError, PhotoError) as error:
            failed = True
            key = f"photo.{error.code}" if isinstance(error, PhotoError) else "photo.unreadable"
            why = translate(key, args.lang)
            print(json.dumps({"file": name, "error": why}, ensure_ascii=False) if args.json else f"{name}: {why}")
            continue
        line = reading_to_json(reading, name)
        if args.json:
            print(json.dumps(line, ensure_ascii=False))
        else:
            print(f"{name}: " + " ".join(str(each["card"] or "?") for each in line["cards"]))
        sys.stdout.flush()
    return int(failed)


# ---- serve ------------------------------------------------------------------------------------


def _serve(args: argparse.Namespace) -> int:
    from referee.web.serving import serve

    serve(instance=args.instance, host=args.host, port=args.port, lang=args.lang, tls=args.tls)
    return 0


# ---- backup and restore -----------------------------------------------------------------------


def _backup(args: argparse.Namespace) -> int:
    from referee import store
    from referee.wording.keeping import backed_up

    try:
        with _archive_room(args.instance) as app:
            made = store.back_up(app, args.file)
    except store.NothingThereError:
        return _refuse("trust.backup.nothing", args.lang, folder=app.instance_path)
    except OSError as error:
        return _refuse("trust.backup.unwritable", args.lang, file=args.file, why=error.strerror or "")
    except store.StoreTroubleError as trouble:
        return _refuse(f"trust.trouble.{trouble.cause}", args.lang)
    print(
        backed_up(str(args.file), len(made.fingerprints), made.jpegs, len(made.lost), made.fingerprint, args.lang)
    )
    return 0


def _restore(args: argparse.Namespace) -> int:
    from referee import store
    from referee.wording.keeping import restored

    try:
        with _archive_room(args.instance) as app:
            done = store.restore(app, args.file)
    except store.ArchiveError as error:
        return _refuse(f"trust.archive.{error.code}", args.lang, 1, file=args.file, line=error.line)
    except store.DivergedError as error:
        return _refuse("trust.restore.diverged", args.lang, 1, match=error.match, number=error.number)
    except store.StoreTroubleError as trouble:
        return _refuse(f"trust.trouble.{trouble.cause}", args.lang)
    except OSError as error:
        return _refuse("cli.unreadable", args.lang, file=error.filename or args.file, why=error.strerror or "")
    counts = {"added": done.added, "extended": done.extended, "same": done.same, "ahead": done.ahead}
    marks = done.contents.fingerprint, done.fingerprint
    print(restored(done.contents.made_at, counts, marks, len(done.lost), done.kept_rules, args.lang))
    return 0


def _archive_room(instance: Path | None) -> AbstractContextManager[Flask]:
    from referee import store
    from referee.web.app import instance_folder

    return store.standalone(instance_folder(instance))


def _refuse(key: str, lang: str, status: int = 2, **values: object) -> int:
    print(translate(key, lang, **values), file=sys.stderr)
    return status


if __name__ == "__main__":
    raise SystemExit(main())
