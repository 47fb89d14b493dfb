// Toasts on pages without the framework's script: Dismiss, and the toast that says what an error summary says.
for (const toast of document.querySelectorAll("[data-summarised][hidden]")) toast.hidden = false;

document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-dismiss]") : null;
  const toast = button?.closest("[data-toast]");
  if (toast) toast.hidden = true;
});

// Whoever goes on in the form sees the whole of it; the summary still says what was wrong.
document.addEventListener("focusin", ({ target }) => {
  if (!(target instanceof Element) || !target.matches("input, select, textarea")) return;
  for (const toast of document.querySelectorAll("[data-toast][data-summarised]")) toast.hidden = true;
});
