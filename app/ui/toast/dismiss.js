// Serves the Dismiss button of a toast on pages that the framework's script does not reach.
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-dismiss]") : null;
  button?.closest("[data-toast]")?.remove();
});
