// Serves the Show password buttons. Without it they stay hidden.
for (const field of document.querySelectorAll("[data-password]")) {
  const input = field.querySelector("input");
  const button = field.querySelector("button");
  if (!input || !button) continue;
  button.hidden = false;
  button.addEventListener("click", () => {
    const show = input.type === "password";
    input.type = show ? "text" : "password";
    button.setAttribute("aria-pressed", String(show));
  });
  // A browser keeps what was typed into a plain field, for everybody after.
  input.form?.addEventListener("submit", () => {
    input.type = "password";
  });
}
