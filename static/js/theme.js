/* A choice of look shows at once and is kept in a cookie of its own name; without this the form's button does it. */
import { remember } from "./main.js";

document.addEventListener("change", (event) => {
  const input = event.target.closest("[data-look]");
  if (!input) return;
  document.documentElement.dataset[input.name] = input.value;
  remember(input.name, input.value);
});
