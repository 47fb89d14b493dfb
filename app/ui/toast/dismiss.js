// A toast's Dismiss button on pages without the framework's script.
document.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-dismiss]") : null;
  button?.closest("[data-toast]")?.remove();
});
