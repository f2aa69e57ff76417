"""What `backup` and `restore` say when they are done.

Owns those sentences' order and counts. Refuses files and databases.
Start reading at `restored`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.wording.catalog import translate, translate_n


def backed_up(file: str, matches: int, photos: int, lost: int, fingerprint: str, lang: str) -> str:
    """The lines after a backup: what is in it, what was lost before, its fingerprint."""
    inside = {
        "matches": translate_n("trust.matches", matches, lang),
        "photos": translate_n("trust.photos", photos, lang),
    }
    said = [translate("trust.backup.done", lang, file=file, **inside)]
    if lost:
        said.append(translate_n("trust.backup.lost", lost, lang))
    said.append(translate("trust.fingerprint", lang, fingerprint=fingerprint))
    return "\n".join(said)


def restored(
    made_at: str, counts: Mapping[str, int], marks: tuple[str, str], lost: int, kept_rules: Sequence[str], lang: str
) -> str:
    """The lines after a restore. `counts` by what became of the matches; `marks` are the archive's fingerprint
    and the instance's."""
    said = [translate("trust.restore.done", lang, made_at=made_at.replace("T", " ").replace("+00:00", " UTC"))]
    said += [translate_n(f"trust.restore.{what}", counts[what], lang) for what in counts if counts[what]]
    said.append(
        translate("trust.restore.same_state" if marks[0] == marks[1] else "trust.restore.ahead_state", lang)
    )
    if lost:
        said.append(translate_n("trust.restore.lost", lost, lang))
    if kept_rules:
        said.append(translate("trust.restore.kept_rules", lang, files=", ".join(kept_rules)))
    said.append(translate("trust.fingerprint", lang, fingerprint=marks[1]))
    return "\n".join(said)
