"""Both places for photos keep the same promises; a folder for every test, a bucket where there is a fake one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from referee.store import StoreTroubleError
from referee.store.photo_store import FolderStore, PhotoLostError, PhotoStore, photo_store


def name_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture(scope="module")
def s3_endpoint() -> Iterator[str]:
    """A server that speaks S3, in this process, on loopback."""
    moto = pytest.importorskip("moto.server", reason="moto[server] is not installed")
    pytest.importorskip("boto3", reason="boto3 is not installed (the extra s3)")
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture(params=["folder", "bucket"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    if request.param == "folder":
        return f"file://{tmp_path}/fotos%20de%20la%20mesa"
    endpoint = request.getfixturevalue("s3_endpoint")
    import boto3

    for name, value in {"ACCESS_KEY_ID": "x", "SECRET_ACCESS_KEY": "x", "DEFAULT_REGION": "us-east-1"}.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    bucket = "mesa-" + name_of(str(tmp_path).encode())[:12]
    client: Any = boto3.client("s3", endpoint_url=endpoint)
    client.create_bucket(Bucket=bucket)
    return f"s3://{bucket}/fotos?endpoint={endpoint}&region=us-east-1"


@pytest.fixture
def store(url: str, tmp_path: Path) -> PhotoStore:
    app = Flask("photos", instance_path=str(tmp_path))
    app.config["PHOTO_STORE"] = url
    return photo_store(app)


def test_it_works(store: PhotoStore) -> None:
    data = b"\xff\xd8 a photo \xff\xd9"
    before = datetime.now(UTC) - timedelta(seconds=2)
    store.put(name_of(data), data)
    assert store.get(name_of(data)) == data
    [(name, put_at)] = store.names()
    assert name == name_of(data)
    assert before <= put_at <= datetime.now(UTC) + timedelta(seconds=2)


def test_the_same_twice_is_kept_once(store: PhotoStore) -> None:
    store.put(name_of(b"x"), b"x")
    store.put(name_of(b"x"), b"x")
    assert len(list(store.names())) == 1


def test_what_is_not_there(store: PhotoStore) -> None:
    with pytest.raises(PhotoLostError):
        store.get("0" * 64)
    store.remove("0" * 64)
    assert list(store.names()) == []


def test_removed_is_gone(store: PhotoStore) -> None:
    store.put(name_of(b"x"), b"x")
    store.remove(name_of(b"x"))
    with pytest.raises(PhotoLostError):
        store.get(name_of(b"x"))


@pytest.mark.parametrize("url", ["/photos", "file:", "ftp://host/x", "s3://", "s3://bucket?key=secret"])
def test_an_unknown_place_is_said(url: str, tmp_path: Path) -> None:
    app = Flask("photos", instance_path=str(tmp_path))
    app.config["PHOTO_STORE"] = url
    with pytest.raises(ValueError, match="expected"):
        photo_store(app)


def test_a_bucket_that_is_not_there(s3_endpoint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ACCESS_KEY_ID", "SECRET_ACCESS_KEY"):
        monkeypatch.setenv(f"AWS_{name}", "x")
    app = Flask("photos", instance_path=str(tmp_path))
    app.config["PHOTO_STORE"] = f"s3://nowhere?endpoint={s3_endpoint}&region=us-east-1"
    with pytest.raises(StoreTroubleError, match="unreachable"):
        photo_store(app).put("0" * 64, b"x")


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StoreTroubleError, match="disk"):
        FolderStore(tmp_path / "file" / "photos").put("0" * 64, b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
