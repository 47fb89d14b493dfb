import { mails } from "#app/mails.server.ts";

const TITLES = new Map<string, string>(mails.map(({ id, title }) => [id, title]));

/** A message kind's title; one that this version does not know by its stored name. */
export function mailTitle(kind: string): string {
  return TITLES.get(kind) ?? sentenceOf(kind);
}

function sentenceOf(kind: string): string {
  const words = kind.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
