/* The door of all scripts. Each module is loaded only where the page carries its mark; every page works without any.
   body[data-sw=URL]             address of the service worker, with ?v=VERSION
   body[data-live-url=URL]       live.js: version address (ETag, 304); [data-live=NAME] marks what is swapped
   body[data-wake=on]            wake.js; [data-wake-switch] a checkbox that turns it off and on
   [data-keypad]                 keypad.js
   form[data-draft=ID]           draft.js
   form[data-queue=PING]         queue.js
   [data-photo-auto] [data-photo-wait]      photo.js
   [data-look]                   theme.js
   [data-copy=ID] [data-share=ID]           share.js
   [data-says]                   read out by the live region when the page comes
   [data-menu] [data-stepper] [data-close]  here */
const MODULES = {
  keypad: "[data-keypad]",
  draft: "body",
  queue: "body",
  live: "body[data-live-url]",
  wake: "body[data-wake], [data-wake-switch]",
  photo: "input[type=file]",
  theme: "[data-look]",
  share: "[data-copy]",
};
for (const [name, mark] of Object.entries(MODULES)) {
  if (document.querySelector(mark)) import(`./${name}.js`);
}

export function say(text) {
  const region = document.getElementById("says");
  if (region) region.textContent = text;
  if (document.documentElement.dataset.buzz === "on") navigator.vibrate?.(60);
}

export function notice(name, shown = true) {
  const element = document.querySelector(`[data-${name}]`);
  if (element) element.hidden = !shown;
  return element;
}

export function remember(name, value) {
  const safe = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${value}; path=/; max-age=31536000; SameSite=Lax${safe}`;
}

/* Storage may be full, or refused in a private window: then nothing is kept and nothing breaks. */
export const kept = {
  read(key) {
    try { return JSON.parse(localStorage.getItem(key)); } catch { return null; }
  },
  write(key, value) {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
      return true;
    } catch { return false; }
  },
  keys() {
    try { return Object.keys(localStorage); } catch { return []; }
  },
};

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("[data-menu][open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
  const step = event.target.closest("[data-stepper] button");
  if (step) {
    const input = step.parentElement.querySelector("input");
    event.preventDefault();
    step.value.endsWith("-1") ? input.stepDown() : input.stepUp();
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  const close = event.target.closest("[data-close]");
  if (close) close.closest("p").hidden = true;
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.querySelector("[data-menu][open]");
  if (menu) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});
document.addEventListener("input", (event) => {
  if (event.target.form) event.target.form.dataset.dirty = "";
});

const ruling = document.querySelector("[data-says]");
if (ruling) setTimeout(() => say(ruling.innerText), 150);

if (!window.isSecureContext) {
  if (document.body.dataset.wake && !kept.read("told-insecure")) {
    notice("insecure");
    kept.write("told-insecure", true);
  }
} else if (navigator.serviceWorker && document.body.dataset.sw) {
  navigator.serviceWorker.register(document.body.dataset.sw).catch(() => {});
}
