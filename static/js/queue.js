/* A hand counted without a connection waits on the phone and is sent once.
   form[data-queue=PING data-queue-key=KEY]: PING is any cheap address of the server; the form has a hidden `form_id`,
   by which the server takes an entry once only. Sent later with the header X-Queued: 1, it must answer 2xx (after
   redirects) when taken or taken before, and 4xx when refused: then the person is shown the way to the form,
   which holds what he had typed.
   A phone may say that it is online where nothing answers, and never tell that it is back: so what waits is tried again
   by itself, less and less often, and at once when the page is seen again.
   Only the main button, Enter and the one of value `out` wait; a key, a photo or another quiet button is another errand.
   [data-waiting data-text data-refused] tells how many wait; [data-waits=KEY] shows while that key waits. */
import { kept, notice } from "./main.js";

const KEY = "queue";
const FIRST = 2000;
const LAST = 30000;
const list = () => kept.read(KEY) ?? [];
let sending = false;
let pause = FIRST;
let timer = 0;

function show() {
  const items = list();
  const note = notice("waiting", items.length > 0);
  const refused = items.find((item) => item.refused);
  if (note && items.length) {
    const text = note.querySelector("span");
    text.textContent = refused ? note.dataset.refused : note.dataset.text.replace("{count}", items.length);
    const link = note.querySelector("a");
    link.hidden = !refused;
    if (refused) {
      link.href = refused.page;
      link.textContent = refused.title;
    }
  }
  for (const mark of document.querySelectorAll("[data-waits]")) {
    mark.hidden = !items.some((item) => item.key === mark.dataset.waits && !item.refused);
  }
}

const put = (item) => kept.write(KEY, [...list().filter((one) => one.id !== item.id), item]);
const drop = (id) => kept.write(KEY, list().filter((one) => one.id !== id));

function later() {
  clearTimeout(timer);
  if (document.hidden || !list().some((item) => !item.refused)) return;
  timer = setTimeout(send, pause);
  pause = Math.min(2 * pause, LAST);
}

function now() {
  pause = FIRST;
  send();
}

/* One tab sends at a time; the server's form_id guards against the rest. */
async function send() {
  if (sending || !list().length) return;
  sending = true;
  try {
    for (const item of list().filter((one) => !one.refused)) {
      const answer = await fetch(item.url, {
        method: "POST", body: item.body, redirect: "follow",
        headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Queued": "1" },
        signal: AbortSignal.timeout(15000),
      });
      if (answer.ok) {
        drop(item.id);
        if (item.draft) kept.write(`draft:${item.draft}`, null);
        if (item.page === location.href) location.assign(answer.url);
      } else if (answer.status < 500) {
        put({ ...item, refused: true });
        if (item.draft && item.values) kept.write(`draft:${item.draft}`, { values: item.values });
      }
    }
  } catch { /* still no connection: they go on waiting */ }
  sending = false;
  show();
  later();
}

async function reachable(ping) {
  if (!navigator.onLine) return false;
  try {
    return (await fetch(ping, { cache: "no-store", signal: AbortSignal.timeout(4000) })).status < 500;
  } catch { return false; }
}

for (const form of document.querySelectorAll("form[data-queue]")) {
  for (const item of list()) if (item.refused && item.draft === form.dataset.draft) drop(item.id);
  form.addEventListener("submit", async (event) => {
    if (form.dataset.sure === "yes" || (event.submitter && !event.submitter.matches(".main, .hush:not([name]), [value=out]")) || form.querySelector("input[type=file]")?.files.length) return;
    event.preventDefault();
    const button = event.submitter;
    if (await reachable(form.dataset.queue)) {
      form.dataset.sure = "yes";
      form.requestSubmit(button);
      return;
    }
    const data = new FormData(form);
    if (button?.name) data.set(button.name, button.value);
    for (const [name, value] of [...data]) if (value instanceof File) data.delete(name);
    const item = {
      id: data.get("form_id"), key: form.dataset.queueKey ?? "", draft: form.dataset.draft ?? "",
      url: new URL(button?.getAttribute("formaction") || form.getAttribute("action") || "", location.href).href, page: location.href, title: document.title,
      values: kept.read(`draft:${form.dataset.draft}`)?.values.map(([name, typed]) => [name, typed]),
      body: new URLSearchParams(data).toString(),
    };
    if (put(item)) {
      delete form.dataset.dirty;
      show();
      pause = FIRST;
      later();
    }
  });
}
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-queue]")) delete form.dataset.sure;
});
window.addEventListener("online", now);
window.addEventListener("back-again", now);
document.addEventListener("visibilitychange", () => document.hidden || now());
document.addEventListener("fresh", show);
show();
send();
