// Within [data-swaps] a [data-swap] link leads to a page with the same parts. Only those are replaced here, so that the
// place on the page and the focus stay. Without this script it is a link like any other.
const swaps = document.querySelector("[data-swaps]");
let shown = location.pathname;

async function show(address) {
  shown = address;
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (shown !== address) return;
  for (const part of swaps.querySelectorAll("[data-part]")) {
    part.replaceChildren(...page.getElementById(part.id).childNodes);
  }
  for (const link of swaps.querySelectorAll("[data-swap]")) {
    if (link.getAttribute("href") === address) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  if (![...swaps.querySelectorAll("svg [aria-current]")].some((link) => link.checkVisibility())) {
    const { value } = page.querySelector("[data-swaps] [checked]");
    swaps.querySelector(`[value=${value}]`).checked = true;
  }
  document.title = page.title;
  document.dispatchEvent(new Event("swapped"));
  if (document.activeElement === document.body) swaps.querySelector("[data-part][tabindex]").focus();
}

swaps.addEventListener("click", (press) => {
  const link = press.target.closest("[data-swap]");
  if (!link || press.metaKey || press.ctrlKey || press.shiftKey) return;
  press.preventDefault();
  const address = link.getAttribute("href");
  if (address !== location.pathname) history.pushState(null, "", address);
  show(address).catch(() => location.assign(address));
});

addEventListener("popstate", () => {
  if (location.pathname !== shown) show(location.pathname).catch(() => location.reload());
});
