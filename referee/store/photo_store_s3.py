"""Photos in a bucket: any server that speaks S3, through boto3 (the extra `s3`).

Owns that protocol. Refuses credentials in the URL: boto3 finds them where it always
does (AWS_ACCESS_KEY_ID and its kin, a file, the machine's role).
Start reading at `BucketStore.from_url`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import boto3  # type: ignore[import-untyped, import-not-found, unused-ignore]
from botocore.config import Config  # type: ignore[import-untyped, import-not-found, unused-ignore]
from botocore.exceptions import (  # type: ignore[import-untyped, import-not-found, unused-ignore]
    BotoCoreError,
    ClientError,
)

from referee.store.photo_store import NAME, PhotoLostError
from referee.store.trouble import StoreTroubleError


class BucketStore:
    """Photos as `prefix/<hash>.jpg`."""

    def __init__(
        self, bucket: str, prefix: str = "", endpoint: str | None = None, region: str | None = None
    ) -> None:
        self.bucket = bucket
        self.prefix = f"{prefix.strip('/')}/" if prefix.strip("/") else ""
        config = Config(connect_timeout=5, read_timeout=20, retries={"max_attempts": 3, "mode": "standard"})
        self._client: Any = boto3.client("s3", endpoint_url=endpoint, region_name=region, config=config)

    @classmethod
    def from_url(cls, url: str) -> BucketStore:
        """Open `s3://bucket/prefix?endpoint=https://…&region=…`; what is not told, boto3 finds.

        Raises ValueError for anything else in the query.
        """
        parts = urlsplit(url)
        told = parse_qs(parts.query, strict_parsing=True) if parts.query else {}
        if odd := set(told) - {"endpoint", "region"}:
            raise ValueError(f"{sorted(odd)} in the query of an s3 URL, expected endpoint and region")
        return cls(parts.netloc, parts.path, *(told.get(name, [None])[0] for name in ("endpoint", "region")))

    def _key(self, name: str) -> str:
        return f"{self.prefix}{name}.jpg"

    def put(self, name: str, data: bytes) -> None:
        with _explained():
            self._client.put_object(Bucket=self.bucket, Key=self._key(name), Body=data, ContentType="image/jpeg")

    def get(self, name: str) -> bytes:
        with _explained():
            data: bytes = self._client.get_object(Bucket=self.bucket, Key=self._key(name))["Body"].read()
            return data

    def remove(self, name: str) -> None:
        with _explained():
            self._client.delete_object(Bucket=self.bucket, Key=self._key(name))

    def names(self) -> Iterator[tuple[str, datetime]]:
        with _explained():
            pages = self._client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=self.prefix)
            for page in pages:
                for kept in page.get("Contents", ()):
                    name = str(kept["Key"]).removeprefix(self.prefix).removesuffix(".jpg")
                    if NAME.fullmatch(name):
                        yield name, kept["LastModified"].astimezone(UTC)


@contextmanager
def _explained() -> Iterator[None]:
    try:
        yield
    except ClientError as error:
        code = str(error.response.get("Error", {}).get("Code", ""))
        if code in ("NoSuchKey", "404"):
            raise PhotoLostError(str(error)) from error
        raise StoreTroubleError("read-only" if code == "AccessDenied" else "unreachable", str(error)) from error
    except BotoCoreError as error:
        raise StoreTroubleError("unreachable", str(error)) from error
