// Serves the frame on every page, hydrated or not: the theme choice and the menu. Both work without it, only less.

// Nothing is stored until somebody chooses.
const choice = document.querySelector("[data-theme-choice]");
const root = document.documentElement;

if (choice) {
  choice.hidden = false;
  const stored = localStorage.getItem("theme") ?? "device";
  for (const radio of choice.querySelectorAll("input")) radio.checked = radio.value === stored;
  choice.addEventListener("change", ({ target: { value } }) => {
    if (value === "device") {
      localStorage.removeItem("theme");
      delete root.dataset.theme;
    } else {
      localStorage.setItem("theme", value);
      root.dataset.theme = value;
    }
  });
}

// The sheet of links opens and closes by itself (a popover). While it is open nothing behind it can be reached.
const menu = document.querySelector("#menu");

if (menu) {
  const behind = [];
  for (let part = menu; part !== document.body; part = part.parentElement) {
    behind.push(...[...part.parentElement.children].filter((other) => other !== part));
  }
  const shut = (inert) => {
    for (const part of behind) part.inert = inert;
  };
  menu.addEventListener("toggle", ({ newState }) => {
    if (newState !== "open") return;
    shut(true);
    menu.querySelector("button").focus();
  });
  // Before it is gone: the focus goes back to the button, which must be reachable by then.
  menu.addEventListener("beforetoggle", ({ newState }) => newState === "closed" && shut(false));
  matchMedia("(width >= 48rem)").addEventListener("change", () => menu.hidePopover());
}
