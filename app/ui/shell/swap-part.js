const swaps = document.querySelector("[data-swaps]");
let shown = location.pathname;

async function show(address) {
  shown = address;
  const answer = await fetch(address);
  if (!answer.ok) throw answer;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (shown !== address) return;
  for (const part of swaps.querySelectorAll("[data-part]")) {
    part.replaceChildren(...page.getElementById(part.id).childNodes);
  }
  for (const link of swaps.querySelectorAll("[data-swap]")) {
    link.ariaCurrent = link.getAttribute("href") === address || null;
  }
  const seen = () => [...swaps.querySelectorAll("svg [aria-current]")].find((link) => link.checkVisibility());
  if (!seen()) swaps.querySelector(`[value=${page.querySelector("[data-swaps] [checked]").value}]`).click();
  seen().scrollIntoView({ block: "nearest" });
  document.title = page.title;
  document.dispatchEvent(new Event("swapped"));
  if (document.activeElement === document.body) swaps.querySelector("[tabindex]").focus();
}

swaps.onclick = (press) => {
  const link = press.target.closest("[data-swap]");
  if (!link || press.metaKey || press.ctrlKey || press.shiftKey) return;
  press.preventDefault();
  const address = link.getAttribute("href");
  history.pushState(null, "", address);
  show(address).catch(() => location.reload());
};

addEventListener("popstate", () => location.pathname === shown || location.reload());
