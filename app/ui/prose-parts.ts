import { EMAIL_ADDRESS } from "#app/platform/email-address.ts";

/** Plain text, or a link. */
export type ProsePart = string | { label: string; to: string };

// `[words](/address)` as the practice types it; email addresses and UK phone numbers as they stand.
const LINK = new RegExp(
  String.raw`\[(?<label>[^[\]]+)\]\((?<to>[^()\s]+)\)|(?<email>${EMAIL_ADDRESS.source})|(?<phone>\b0\d{2,4} \d{3,4} \d{3,4}\b)`,
  "g",
);
// A page of this site, an anchor, or another site by https: nothing that runs a script.
const SAFE = /^(\/(?![/\\])|#|https:\/\/|mailto:|tel:)/;

export function proseParts(text: string): ProsePart[] {
  const parts: ProsePart[] = [];
  let end = 0;
  for (const found of text.matchAll(LINK)) {
    const link = linkOf(found.groups ?? {});
    if (!SAFE.test(link.to)) continue;
    if (found.index > end) parts.push(text.slice(end, found.index));
    parts.push(link);
    end = found.index + found[0].length;
  }
  return end < text.length || parts.length === 0 ? [...parts, text.slice(end)] : parts;
}

type Found = { label?: string; to?: string; email?: string; phone?: string };

function linkOf({ label = "", to = "", email, phone }: Found): { label: string; to: string } {
  if (email) return { label: email, to: `mailto:${email}` };
  if (phone) return { label: phone, to: `tel:+44${phone.replaceAll(" ", "").slice(1)}` };
  return { label, to };
}

export function plainProse(text: string): string {
  return proseParts(text)
    .map((part) => (typeof part === "string" ? part : part.label))
    .join("");
}
