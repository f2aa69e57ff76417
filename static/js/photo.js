/* A photo is sent as it is, at once where [data-photo-auto] stands around the field; [data-photo-wait] shows meanwhile. */
const forms = new Set([...document.querySelectorAll("input[type=file]")].map((field) => field.form).filter(Boolean));

for (const form of forms) {
  const wait = (shown) => {
    for (const note of form.querySelectorAll("[data-photo-wait]")) note.hidden = !shown;
  };
  form.addEventListener("change", (event) => {
    if (event.target.matches("[data-photo-auto] input[type=file]") && event.target.files.length) form.requestSubmit();
  });
  form.addEventListener("submit", () => {
    wait([...form.querySelectorAll("input[type=file]")].some((field) => field.files.length));
  });
  window.addEventListener("pageshow", () => wait(false));
}
