/* The screen stays on while a match is played. body[data-wake=on] asks for it; anything else releases it.
   [data-wake-switch] turns it off and on, kept in the cookie `awake` (on or off). Needs a secure page. */
import { remember } from "./main.js";

const body = document.body;
const toggle = document.querySelector("[data-wake-switch]");
let lock = null;

async function hold() {
  const wanted = body.dataset.wake === "on" && (toggle?.checked ?? true);
  if (!wanted) {
    await lock?.release();
    lock = null;
  } else if (!document.hidden && navigator.wakeLock && (!lock || lock.released)) {
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  }
}

document.addEventListener("visibilitychange", hold);
body.addEventListener("wake", hold);
toggle?.addEventListener("change", () => {
  remember("awake", toggle.checked ? "on" : "off");
  hold();
});
hold();
