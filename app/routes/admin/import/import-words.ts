import type { Import } from "#app/moving/csv/import-choices.ts";

const LONGEST_NAME = 120;

export function inNumbers(count: number): string {
  return count.toLocaleString("en-GB");
}

/** `1 client`, `1,200 clients`. */
export function counted(count: number, nouns: string): string {
  return `${inNumbers(count)} ${count === 1 ? nouns.replace(/s$/, "") : nouns}`;
}

/** A file's name for the page and the audit, without a folder and without what can't be shown. */
export function fileNameFrom(sent: string): string {
  const name = sent.replace(/^.*[\\/]/, "").replace(/[\p{Cc}\p{Cf}]/gu, "");
  return name.slice(0, LONGEST_NAME).trim() || "Unnamed file";
}

export function stateInWords({ state, added, known, refused }: Import): string {
  if (state === "reading") return "Still being read.";
  if (state === "waiting") return "Nothing is stored yet.";
  const so = `${inNumbers(added)} added, ${inNumbers(known)} already here, ${inNumbers(refused)} refused.`;
  return state === "running" ? `Running: ${so}` : so;
}
