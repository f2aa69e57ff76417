/* The page follows the match. body[data-live-url=URL data-live-tag=ETAG]: URL answers 304 while the ETag given in
   If-None-Match still holds, else 200 with a new ETag; then this very page is fetched again (header X-Live: 1) and each
   [data-live=NAME] is replaced by its namesake. A region where somebody types, or has a menu open, waits.
   If the page has become another one (other regions, other drafts), or its link was taken back, it is loaded anew, unless
   somebody is typing. */
import { notice, say } from "./main.js";

const EVERY = 2000;
const body = document.body;
let tag = body.dataset.liveTag || "";
let fresh = null;
let failures = 0;
let timer = 0;

const typing = () => {
  const field = document.activeElement;
  return field?.matches("input:not([type=radio], [type=checkbox]), textarea, select") ?? false;
};
const busy = (region) =>
  region.querySelector("form[data-dirty], details[open]") || region.closest("form[data-dirty]") ||
  (typing() && region.contains(document.activeElement));
const regions = (root) => new Map([...root.querySelectorAll("[data-live]")].map((one) => [one.dataset.live, one]));

/* What the forms of a page are about: closing round 2 is another page than closing round 1. */
const subject = (root) => [...root.querySelectorAll("form[data-draft]")].map((form) => form.dataset.draft).join();

function refocus(region, mark) {
  if (!mark) return;
  const found = mark.id ? region.querySelector(`#${CSS.escape(mark.id)}`)
    : [...region.querySelectorAll("a, button")].find((one) => one.outerHTML === mark.html);
  found?.focus({ preventScroll: true });
}

function anew() {
  if (!typing() && !document.querySelector("form[data-dirty]")) location.reload();
}

function swap() {
  const here = regions(document);
  const there = regions(fresh);
  if (here.size !== there.size || [...here.keys()].some((name) => !there.has(name)) || subject(document) !== subject(fresh)) {
    anew();
    return;
  }
  let waiting = false;
  for (const [name, old] of here) {
    const next = there.get(name);
    if (old.outerHTML === next.outerHTML) continue;
    if (busy(old)) {
      waiting = true;
      continue;
    }
    const held = old.contains(document.activeElement) ? document.activeElement : null;
    const mark = held && { id: held.id, html: held.outerHTML };
    const before = old.querySelector("[data-says]")?.textContent;
    const copy = document.importNode(next, true);
    old.replaceWith(copy);
    refocus(copy, mark);
    const ruling = copy.querySelector("[data-says]");
    if (ruling && ruling.textContent !== before) say(ruling.innerText);
  }
  document.title = fresh.title;
  if (body.dataset.wake !== fresh.body.dataset.wake) {
    body.dataset.wake = fresh.body.dataset.wake ?? "off";
    body.dispatchEvent(new Event("wake"));
  }
  document.dispatchEvent(new Event("fresh"));
  if (!waiting) fresh = null;
}

async function look() {
  clearTimeout(timer);
  if (document.hidden) return;
  try {
    const headers = tag ? { "If-None-Match": tag } : {};
    const answer = await fetch(body.dataset.liveUrl, { headers, cache: "no-store", signal: AbortSignal.timeout(6000) });
    if (answer.status === 200) {
      const page = await fetch(location.href, { headers: { "X-Live": "1" }, cache: "no-store", signal: AbortSignal.timeout(8000) });
      if (!page.ok) throw new Error(page.statusText);
      fresh = new DOMParser().parseFromString(await page.text(), "text/html");
      tag = answer.headers.get("ETag") || "";
    } else if (answer.status === 404) {
      anew();
    } else if (answer.status !== 304) {
      throw new Error(answer.statusText);
    }
    if (fresh) swap();
    if (failures) window.dispatchEvent(new Event("back-again"));
    failures = 0;
    notice("gone", false);
  } catch {
    failures += 1;
    if (failures > 1 || !navigator.onLine) notice("gone");
  }
  clearTimeout(timer);
  timer = setTimeout(look, EVERY);
}

document.addEventListener("visibilitychange", look);
window.addEventListener("online", look);
window.addEventListener("offline", () => notice("gone"));
window.addEventListener("pageshow", (event) => event.persisted && look());
timer = setTimeout(look, EVERY);
