// Serves the footer's theme choice on every page, hydrated or not. Nothing is stored until somebody chooses.
const choice = document.querySelector("[data-theme-choice]");
const stored = () => localStorage.getItem("theme") ?? "device";

function check() {
  for (const radio of choice.querySelectorAll("input")) radio.checked = radio.value === stored();
}

if (choice) {
  choice.hidden = false;
  check();
  choice.addEventListener("change", ({ target }) => {
    if (target.value === "device") {
      localStorage.removeItem("theme");
      delete document.documentElement.dataset.theme;
    } else {
      localStorage.setItem("theme", target.value);
      document.documentElement.dataset.theme = target.value;
    }
  });
}
