"""What is believed of who asks, what is told of it to others, and what is written down."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from flask import Flask

from referee import store
from referee.web import create_app
from referee.web.logs import without_keys
from tests.access.conftest import OURS, TOKEN, Door

TLS = {"base_url": "https://carioca.example"}


def test_over_tls_cookies_keep_to_it_and_so_do_browsers(app: Flask, door: Door) -> None:
    browser = app.test_client()
    answer = browser.get(f"/m/{door.key}/", **TLS)  # type: ignore[arg-type]
    assert answer.headers["Strict-Transport-Security"].startswith("max-age=")
    set_ = answer.headers.getlist("Set-Cookie")
    assert set_
    assert all("Secure" in cookie and "SameSite=Lax" in cookie for cookie in set_)
    entered = browser.post("/host", data={"password": "wrong"}, **TLS)  # type: ignore[arg-type]
    assert all("Secure" in cookie for cookie in entered.headers.getlist("Set-Cookie"))


@pytest.mark.parametrize("base", ["http://carioca.example", "https://192.168.1.20:8443", "https://laptop.local"])
def test_a_house_that_may_be_without_tls_tomorrow_promises_none(app: Flask, base: str) -> None:
    assert "Strict-Transport-Security" not in app.test_client().get("/", base_url=base).headers


def test_no_page_of_a_match_is_kept_or_framed(app: Flask, door: Door) -> None:
    headers = app.test_client().get(f"/m/{door.key}/").headers
    assert headers["Cache-Control"] == "no-store"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["X-Frame-Options"] == "DENY"
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]


def test_only_a_proxy_that_was_named_is_believed(tmp_path: Path) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.9", "X-Request-ID": "given-by-the-proxy"}
    plain = create_app(tmp_path / "a").test_client().get("/offline", headers=said)
    assert "Strict-Transport-Security" not in plain.headers
    assert plain.headers["X-Request-ID"] != said["X-Request-ID"]
    behind = create_app(tmp_path / "b", {"TRUSTED_PROXIES": "1"}).test_client()
    answer = behind.get("/offline", headers=said, base_url="http://carioca.example")
    assert "Strict-Transport-Security" in answer.headers
    assert answer.headers["X-Request-ID"] == said["X-Request-ID"]
    with pytest.raises(ValueError, match="TRUSTED_PROXIES"):
        create_app(tmp_path / "c", {"TRUSTED_PROXIES": "yes"})


def test_logs_know_no_key_no_name_and_no_card(
    app: Flask, door: Door, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    [handler] = [each for each in logging.getLogger("referee").handlers if hasattr(each.formatter, "_as_json")]
    monkeypatch.setattr(handler.formatter, "_as_json", True)
    monkeypatch.setattr(logging.getLogger("referee"), "level", logging.INFO)
    logging.getLogger("referee").manager._clear_cache()  # type: ignore[attr-defined]
    app.testing = app.config["TESTING"] = app.config["PROPAGATE_EXCEPTIONS"] = False

    def fails(_match: int) -> None:
        raise KeyError(f"{OURS[1]} 9s 9d {door.key}")

    with monkeypatch.context() as patch:
        patch.setattr(store, "entries_of", fails)
        answer = app.test_client().get(f"/m/{door.key}/?q={OURS[0]}")
    assert answer.status_code == 500
    assert "Traceback" not in answer.text
    app.test_client().post(f"/m/{door.key}/close", data={"hand-1": "9s 9d"})
    app.logger.warning("odd address /m/%s/close", door.key)
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["event"] for line in lines] == ["a page failed", "request", "request", "odd address /m/…/close"]
    assert lines[0]["error"] == "KeyError"
    assert any("access.py" in frame for frame in lines[0]["frames"])
    assert lines[0]["request_id"] == lines[1]["request_id"] == answer.headers["X-Request-ID"]
    assert (lines[1]["endpoint"], lines[1]["method"], lines[1]["status"]) == ("table.show", "GET", 500)
    written = json.dumps(lines, ensure_ascii=False)
    for secret in (door.key, *OURS, "9s"):
        assert secret not in written


def test_whatever_looks_like_a_key_is_taken_out() -> None:
    key = "aB3-_" * 4 + "xy"
    assert without_keys(f"GET /m/{key}/close HTTP") == "GET /m/…/close HTTP"
    assert without_keys("a word of ordinary length") == "a word of ordinary length"


def test_metrics_are_for_who_knows_the_token(app: Flask, door: Door) -> None:
    door.visitor("owner").ask("GET", f"/m/{door.key}/")
    assert app.test_client().get("/metrics").status_code == 404
    assert app.test_client().get("/metrics", headers={"Authorization": "Bearer no"}).status_code == 404
    answer = app.test_client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert 'referee_requests_total{endpoint="table.show",method="GET",status="200"}' in answer.text
    assert "referee_request_seconds_bucket" in answer.text
    assert door.key not in answer.text
    app.config["METRICS_TOKEN"] = ""
    assert app.test_client().get("/metrics", headers={"Authorization": "Bearer "}).status_code == 404


def test_health_for_a_person_and_for_a_machine(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = app.test_client()
    assert browser.get("/ready").get_json() == {"ready": True, "database": "ok", "photos": "ok", "line": "ok"}
    page = browser.get("/health", headers={"Accept-Language": "es"}).text
    assert "todavía ninguna" in page
    store.daily.copy_if_due(app)
    assert "hace 0 horas" in browser.get("/health", headers={"Accept-Language": "es"}).text

    def gone(*_: object) -> None:
        raise store.StoreTroubleError("unreachable", "postgresql://user:password@host")

    with app.app_context():
        monkeypatch.setattr(type(store.db.engine), "connect", gone)
    answer = browser.get("/ready")
    assert answer.status_code == 503
    assert answer.get_json()["database"] == "unreachable"
    assert "password" not in answer.text
    assert browser.get("/health").status_code == 200
