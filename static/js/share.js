/* Copies the field that [data-copy=ID] names, over plain http too; [data-share=ID] hands it to the phone's own share sheet. */
import { say } from "./main.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
    say(button.dataset.done);
    button.lastElementChild.textContent = button.dataset.done;
  });
}
for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => navigator.share({ text: document.getElementById(button.dataset.share).value }).catch(() => {}));
}
