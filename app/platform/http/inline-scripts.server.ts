import { createHash } from "node:crypto";

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/gi;

/** The hashes that allow exactly these inline scripts of a page (CSP level 3), each once. Data blocks need none. */
export function inlineScriptHashes(html: string): string[] {
  const inline = [...html.matchAll(SCRIPT)]
    .filter(([, attributes = ""]) => !/\ssrc=/i.test(attributes) && !/type="[^"]*json"/i.test(attributes))
    .map(([, , content = ""]) => `sha256-${createHash("sha256").update(content).digest("base64")}`);
  return [...new Set(inline)];
}
