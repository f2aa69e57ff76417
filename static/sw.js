/* Service worker. The web side serves this file at /sw.js (type text/javascript, Service-Worker-Allowed: /, no-cache)
   and the page /offline. It keeps the shell only: style, scripts, faces and the offline page.
   Pages come from the network or not at all, so no old score is ever shown as the current one. */
const SHELL = `shell-${new URL(self.location).searchParams.get("v") || "0"}`;
const FILES = [
  "/offline",
  ...["tokens", "base", "cards", "keypad", "table", "rules", "review"].map((name) => `/static/css/${name}.css`),
  ...["main", "keypad", "draft", "queue", "live", "wake", "photo", "theme", "share"].map((name) => `/static/js/${name}.js`),
  "/static/cards/faces.svg", "/static/icons/icon.svg",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })))).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/* At once from the shell, and renewed behind it for the next page. */
async function fromShell(event) {
  const cache = await caches.open(SHELL);
  const found = await cache.match(event.request);
  const renewed = fetch(event.request, { cache: "no-cache" }).then(async (answer) => {
    if (answer.ok) await cache.put(event.request, answer.clone());
    return answer;
  });
  if (!found) return renewed;
  event.waitUntil(renewed.catch(() => {}));
  return found;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(() => caches.match("/offline")));
  } else if (request.method === "GET" && url.pathname.startsWith("/static/")) {
    event.respondWith(fromShell(event));
  }
});
