/* What was typed outlives rotation, sleep, back and a lost connection.
   form[data-draft=ID]: ID names the match, the round and the thing done, so that the next one has another ID.
   The draft goes when the next page comes without that form (the server took it), or by [data-draft-drop].
   body[data-keeps-drafts] clears nothing: the page offline, errors, and the one for who came second. */
import { kept, notice } from "./main.js";

const SKIPPED = new Set(["hidden", "password", "file", "submit", "button"]);
const forms = [...document.querySelectorAll("form[data-draft]")];
const keyOf = (form) => `draft:${form.dataset.draft}`;

const fields = (form) => [...form.elements].filter((field) => field.name && !SKIPPED.has(field.type));

function values(form) {
  return fields(form).map((field) =>
    [field.name, field.type === "radio" || field.type === "checkbox" ? [field.value, field.checked] : field.value]);
}

function untouched(field) {
  if (field.type === "radio" || field.type === "checkbox") return field.checked === field.defaultChecked;
  return field instanceof HTMLSelectElement || field.value === field.defaultValue;
}

function restore(form, saved) {
  let changed = false;
  const left = [...saved];
  for (const field of fields(form)) {
    const choice = field.type === "radio" || field.type === "checkbox";
    const at = left.findIndex(([name, value]) => name === field.name && (!choice || value[0] === field.value));
    if (at < 0) continue;
    const [[, value]] = left.splice(at, 1);
    if (!untouched(field)) continue;
    if (choice ? field.checked !== value[1] : field.value !== value) {
      choice ? (field.checked = value[1]) : (field.value = value);
      changed = true;
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
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
