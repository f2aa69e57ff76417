"""The table page on a throttled phone, measured through Chromium's protocol: `python -m tests.bench.phone`.

Four times slower a processor, slow 4G, an empty cache: first contentful paint, the longest
script task, layout shift; and the compressed sizes of what a page brings along. Every
figure stands beside what we promise; the command ends with 1 where one is not kept.
"""

from __future__ import annotations

import gzip
import json
import os
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright

from tests.bench.__main__ import Measure
from tests.screens.browser import CHROMIUM, FLAGS, UPRIGHT, Served, open_night

STATIC: Final = Path(__file__).parents[2] / "static"
RUNS: Final = 9
SLOW_4G: Final = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8}
"""As Lighthouse takes it: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up."""
SCRIPT: Final = frozenset({"EvaluateScript", "FunctionCall", "v8.evaluateModule", "v8.compileModule", "v8.compile"})
WATCH: Final = """
    window.seen = {shift: 0, tasks: []};
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) if (!one.hadRecentInput) window.seen.shift += one.value;
    }).observe({type: 'layout-shift', buffered: true});
    new PerformanceObserver((list) => {
        for (const one of list.getEntries()) window.seen.tasks.push(one.duration);
    }).observe({type: 'longtask', buffered: true});
"""
TOLD: Final = """() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    shift: window.seen.shift, tasks: window.seen.tasks,
    bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .reduce((sum, one) => sum + one.transferSize, 0),
})"""


def longest_script(events: list[dict[str, Any]]) -> float:
    """Milliseconds of processor of the longest single run of script, from a trace; layout is not script.

    The processor's time, throttling included, and not the clock's. Other work on the machine still stretches it,
    as throttling goes by the clock: measure on a machine at rest.
    """
    return max((event.get("tdur", 0) / 1000 for event in events if event["name"] in SCRIPT), default=0.0)


def visit(browser: Browser, served: Served) -> dict[str, float]:
    """Open the table once, with nothing in the cache."""
    context = browser.new_context(
        viewport={"width": UPRIGHT[0], "height": UPRIGHT[1]}, is_mobile=True, has_touch=True, device_scale_factor=2,
        service_workers="block",
    )  # fmt: skip
    context.add_cookies(
        [{"name": name, "value": value, "url": served.address} for name, value in served.night.cookies]
    )
    page = context.new_page()
    page.add_init_script(WATCH)
    phone = context.new_cdp_session(page)
    phone.send("Network.enable")
    phone.send("Network.emulateNetworkConditions", SLOW_4G)
    phone.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    browser.start_tracing(page=page, categories=["devtools.timeline", "v8"])
    page.goto(served.address + served.night.table, wait_until="networkidle")
    told = page.evaluate(TOLD)
    trace = json.loads(browser.stop_tracing())
    context.close()
    return {
        "paint": told["paint"], "shift": told["shift"], "bytes": told["bytes"],
        "long": max(told["tasks"], default=0.0), "script": longest_script(trace["traceEvents"]),
    }  # fmt: skip


def compressed(pattern: str) -> float:
    """KB of these files, each compressed by itself as a server sends it."""
    return sum(len(gzip.compress(path.read_bytes(), 9)) for path in sorted(STATIC.glob(pattern))) / 1000


def main() -> int:
    os.environ.pop("DATABASE_URL", None)
    with tempfile.TemporaryDirectory() as folder, open_night(Path(folder)) as served, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        visit(browser, served)
        visits = [visit(browser, served) for _ in range(RUNS)]
        browser.close()

    def of(name: str) -> list[float]:
        return [each[name] for each in visits]

    table = [
        Measure(f"table: first contentful paint, median of {RUNS}", median(of("paint")) / 1000, "s", 1.2),
        Measure(f"table: longest run of script, median of {RUNS}", median(of("script")), "ms", 50),
        Measure("table: longest run of script, worst visit", max(of("script")), "ms"),
        Measure(f"table: longest task, layout included, median of {RUNS}", median(of("long")), "ms"),
        Measure("table: layout shift", max(of("shift")), "", 0.0001),
        Measure("table: bytes on the way, headers included", median(of("bytes")) / 1000, "KB"),
        Measure(
            "own JavaScript, compressed (worker included)", compressed("js/*.js") + compressed("sw.js"), "KB", 12
        ),
        Measure("vendored JavaScript, compressed", compressed("vendor/**/*.js"), "KB", 20),
        Measure("CSS, compressed", compressed("css/*.css"), "KB", 12),
        Measure("faces of the cards, compressed", compressed("cards/*.svg"), "KB"),
    ]
    print(*table, sep="\n")
    return any(str(measure).endswith("NO") for measure in table)


if __name__ == "__main__":
    sys.exit(main())
