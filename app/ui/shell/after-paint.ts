const PRELOAD = /<link rel="modulepreload"[^>]*\bhref="([^"]+)"[^>]*>/g;
const MODULE = /<script nonce="([^"]+)" type="module" async="">([\s\S]*?)<\/script>/;

/**
 * A page whose framework script is fetched once the page can be read: until then it would share a phone's slow line
 * with the stylesheet and the fonts. Everything on the page works without it (docs/decisions/0630).
 */
export function hydratedAfterPaint(html: string): string {
  const place = html.indexOf('<link rel="modulepreload"');
  const module = html.indexOf('type="module" async="">', place);
  if (place === -1 || module === -1) return html;
  // They stand together before what the router is given, which is longer.
  const end = html.indexOf("</script>", module) + "</script>".length;
  const part = html.slice(place, end);
  const files = [...part.matchAll(PRELOAD)].map(([, file]) => file);
  const later = part
    .replace(PRELOAD, "")
    .replace(MODULE, (_, nonce, code) => `<script nonce="${nonce}">${starter(files, code)}</script>`);
  return html.slice(0, place) + later + html.slice(end);
}

function starter(files: (string | undefined)[], code: string): string {
  return `(() => {
const nonce = document.currentScript.nonce;
const add = (tag, about) => document.head.append(Object.assign(document.createElement(tag), about));
const start = () => {
  for (const href of ${inScript(files)}) add("link", { rel: "modulepreload", href, nonce });
  add("script", { type: "module", nonce, textContent: ${inScript(code)} });
};
const painted = () => requestAnimationFrame(() => setTimeout(start));
const ready = () => document.fonts.ready.then(document.hidden ? start : painted);
document.readyState === "loading" ? addEventListener("DOMContentLoaded", ready) : ready();
})()`;
}

/** JSON that can't end the script it stands in. */
function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}
