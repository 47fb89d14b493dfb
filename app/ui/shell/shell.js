// The frame's script on every page, hydrated or not: the theme choice and the menu.

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

// The sheet of links is a popover and needs no script; this makes the page behind it inert while it is open.
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
  // Before it closes: the focus returns to the button, which must not be inert by then.
  menu.addEventListener("beforetoggle", ({ newState }) => newState === "closed" && shut(false));
  matchMedia("(width >= 48rem)").addEventListener("change", () => menu.hidePopover());
}

// The page is cached for everybody; its times are rewritten in the viewer's locale (viewer-time.tsx).
const writeTimes = () => {
  for (const time of document.querySelectorAll("time[data-format]")) {
    const format = new Intl.DateTimeFormat(navigator.languages, JSON.parse(time.dataset.format));
    time.textContent = format.format(new Date(time.dateTime));
  }
};
writeTimes();
document.addEventListener("swapped", writeTimes);
