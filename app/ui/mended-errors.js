// Each error of a form (ErrorSummary, FieldError) goes as soon as its field is mended, and "Error: " in the page's title
// with the last. Runs twice where the framework's script has it too, to the same effect.
const ERROR = "Error: ";
const describedBy = (field) => (field.getAttribute("aria-describedby") ?? "").split(" ");
const errorOf = (field) =>
  [...describedBy(field), field.dataset.error]
    .map((id) => document.getElementById(id))
    .find((part) => part?.matches("[data-field-error]"));

function showWrong(error, isWrong) {
  error.hidden = !isWrong;
  const id = CSS.escape(error.id);
  for (const field of document.querySelectorAll(`[aria-describedby~="${id}"], [data-error="${id}"]`)) {
    if (field.ariaInvalid) field.ariaInvalid = String(isWrong);
    // A hidden text that describes a field is still read out.
    const others = describedBy(field).filter((other) => other !== error.id);
    field.setAttribute("aria-describedby", (isWrong ? [...others, error.id] : others).join(" "));
    field.dataset.error = error.id;
    for (const link of document.querySelectorAll(`[data-error-summary] a[href="#${CSS.escape(field.id)}"]`)) {
      link.closest("li").hidden = !isWrong;
      const summary = link.closest("[data-error-summary]");
      summary.hidden = !summary.querySelector("li:not([hidden])");
    }
  }
}

function titleAsItStands() {
  const isWrong = document.querySelector(":is([data-error-summary], [data-field-error]):not([hidden])");
  const title = document.title.startsWith(ERROR) ? document.title.slice(ERROR.length) : document.title;
  document.title = isWrong ? ERROR + title : title;
}

document.addEventListener("input", ({ target: control }) => {
  const field = control.closest("[aria-describedby]:is([aria-invalid], fieldset)");
  const error = field && errorOf(field);
  if (!error) return;
  showWrong(error, control.value.trim() === "" || !control.validity.valid);
  titleAsItStands();
});

// From the framework's script: an answer may find a field wrong once more, or another page stand here (answered.tsx).
document.addEventListener("answered", ({ detail: { isChange } }) => {
  for (const error of isChange ? document.querySelectorAll("[data-field-error][hidden]") : []) showWrong(error, true);
  titleAsItStands();
});
