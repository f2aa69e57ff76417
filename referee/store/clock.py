"""The archive's clock: the one place that asks what time it is."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> str:
    """The time in UTC, ISO 8601 to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")
