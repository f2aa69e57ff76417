/* What was typed outlives rotation, sleep, back and a lost connection.
   form[data-draft=ID]: ID names the match, the round and the thing done, so that the next one has another ID.
   A field is restored only where the server shows what it showed when it was typed into: newer values win.
   The draft goes when the next page comes without that form (the server took it), or by [data-draft-drop].
   body[data-keeps-drafts] clears nothing: the page offline, errors, and the one for who came second. */
import { kept, notice } from "./main.js";

const SKIPPED = new Set(["hidden", "password", "file", "submit", "button"]);
const forms = [...document.querySelectorAll("form[data-draft]")];
const keyOf = (form) => `draft:${form.dataset.draft}`;

const fields = (form) => [...form.elements].filter((field) => field.name && !SKIPPED.has(field.type));

const isChoice = (field) => field.type === "radio" || field.type === "checkbox";
const now = (field) => (isChoice(field) ? field.checked : field.value);
function shown(field) {
  if (isChoice(field)) return field.defaultChecked;
  if (field instanceof HTMLSelectElement) return [...field.options].find((one) => one.defaultSelected)?.value ?? "";
  return field.defaultValue;
}
const nameOf = (field) => (isChoice(field) ? `${field.name}=${field.value}` : field.name);

/* [name, what stands there, what the server showed] of each field, in order; without the last, restored over anything. */
const values = (form) => fields(form).map((field) => [nameOf(field), now(field), shown(field)]);

function restore(form, saved) {
  let changed = false;
  const left = [...saved];
  for (const field of fields(form)) {
    const at = left.findIndex(([name]) => name === nameOf(field));
    if (at < 0) continue;
    const [[, typed, base]] = left.splice(at, 1);
    if ((base ?? shown(field)) !== shown(field) || typed === now(field)) continue;
    if (isChoice(field)) field.checked = typed;
    else field.value = typed;
    changed = true;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  return changed;
}

const here = new Set(forms.map(keyOf));
if (!("keepsDrafts" in document.body.dataset)) {
  for (const key of kept.keys()) {
    if (key.startsWith("draft:") && !here.has(key) && kept.read(key)?.sent) kept.write(key, null);
  }
}
for (const form of forms) {
  const key = keyOf(form);
  const saved = kept.read(key);
  if (saved && restore(form, saved.values)) {
    const note = notice("draft-note");
    note?.querySelector("[data-draft-drop]").addEventListener("click", () => {
      kept.write(key, null);
      form.reset();
      for (const field of fields(form)) field.dispatchEvent(new Event("input", { bubbles: true }));
      kept.write(key, null);
      delete form.dataset.dirty;
      note.hidden = true;
    });
  }
  form.addEventListener("input", () => kept.write(key, { values: values(form) }));
  form.addEventListener("submit", () => {
    if (kept.read(key)) kept.write(key, { values: values(form), sent: true });
  });
}
