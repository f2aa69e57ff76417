"""A tiny server that keeps the contracts of static/js: version, one page, a form taken once, /sw.js, /offline.

Owns what the scripts need to be seen at work over a real connection on loopback.
Refuses the game: the only state is a version number and the hands taken.
"""

from __future__ import annotations

import mimetypes
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from werkzeug import Request, Response
from werkzeug.serving import WSGIRequestHandler, make_server

from tests.look.guide import HOUSE, POLICY, render

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment


class _Quiet(WSGIRequestHandler):
    def log(self, *_args: object, **_kwargs: object) -> None:
        """Say nothing: the tests look at the page."""


class Counter:
    def __init__(self) -> None:
        self.version = 1
        self.hand = ""
        self.taken: dict[str, dict[str, str]] = {}
        self.refuses = False
        self.not_modified = 0
        self.port = 0

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        return self.answer(Request(environ))(environ, start_response)

    def answer(self, request: Request) -> Response:
        path = request.path
        if path == "/version":
            answer = Response("")
            answer.set_etag(str(self.version))
            answer.make_conditional(request)
            self.not_modified += answer.status_code == 304
            return answer
        if path == "/take":
            if self.refuses:
                return Response("no", 422)
            self.taken.setdefault(request.form["form_id"], request.form.to_dict())
            return Response("", 303, {"Location": "/done"})
        if path in ("/", "/done", "/offline"):
            page = {"/": "closing", "/done": "table", "/offline": "shell/offline.html"}[path]
            headers = {"Content-Security-Policy": POLICY + "; connect-src 'self'; manifest-src 'self'"}
            return Response(
                render(page, version=self.version, typed=self.hand), headers=headers, mimetype="text/html"
            )
        file = HOUSE / "static" / ("sw.js" if path == "/sw.js" else path.removeprefix("/static/"))
        if not file.is_file():
            return Response("", 404)
        kind = "text/javascript" if file.suffix == ".js" else mimetypes.guess_type(file.name)[0]
        return Response(file.read_bytes(), mimetype=kind)


@contextmanager
def open_counter() -> Iterator[Counter]:
    counter = Counter()
    server = make_server("localhost", 0, counter, threaded=True, request_handler=_Quiet)
    counter.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield counter
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
