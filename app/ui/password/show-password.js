// The Show password buttons.
for (const field of document.querySelectorAll("[data-password]")) {
  const input = field.querySelector("input");
  const button = field.querySelector("button");
  if (!input || !button) continue;
  button.addEventListener("click", () => {
    const show = input.type === "password";
    input.type = show ? "text" : "password";
    button.setAttribute("aria-pressed", String(show));
  });
  // A browser remembers the text of a plain field and would offer it to the next person.
  input.form?.addEventListener("submit", () => {
    input.type = "password";
  });
}
