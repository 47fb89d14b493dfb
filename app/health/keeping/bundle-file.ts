import { shortMoment } from "#app/platform/date-time.ts";

/** What a bundle says of one thing. `hash` is over all of this entry, which names that of the one `before` it. */
export type BundleEntry = {
  number: number;
  title: string;
  at: string | null;
  content: Record<string, unknown>;
  before: string;
  hash: string;
};

/** `last`: the hash that it ends with, to compare with the practice's record of changes. */
export type Bundle = { name: string; at: number; entries: BundleEntry[]; last: string };

const HEAD = '{"format":"health-record-1","entries":[';
const TAIL = "]}";

/** `record.json`: an entry a line, so that a line that can't be read any longer names its entry. */
export function bundleJson({ entries }: Pick<Bundle, "entries">): string {
  return [HEAD, entries.map((entry) => JSON.stringify(entry)).join(",\n"), TAIL, ""].join("\n");
}

type Line = { text: string; right?: string; size?: number; rule?: boolean };

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
// Only for machines.
const UNPRINTED = ["chain", "id", "hash", "ink"];

/** The same to read on paper. */
export function bundleLines({ name, at, entries, last }: Bundle, zone: string): Line[] {
  const inWords = (value: unknown) =>
    typeof value === "string" && INSTANT.test(value) ? shortMoment(Date.parse(value), zone, 0) : String(value);
  const linesOf = (value: unknown, label: string): Line[] => {
    if (value === null || value === undefined || value === "") return [];
    if (Array.isArray(value)) return value.flatMap((one) => linesOf(one, label));
    if (typeof value !== "object")
      return inWords(value)
        .split("\n")
        .map((text, nth) => ({ text: nth === 0 && label !== "" ? `${label}: ${text}` : text }));
    const { question, answer } = value as { question?: string; answer?: string };
    if (question !== undefined) return linesOf(answer, question.replace(/\?$/, ""));
    return Object.entries(value)
      .filter(([key]) => !UNPRINTED.includes(key))
      .flatMap(([key, one]) => linesOf(one, labelOf(key)));
  };
  return [
    { text: `Health record of ${name}`, size: 20 },
    {
      text: `Made on ${shortMoment(at, zone, 0)}. ${entries.length} entries. The file record.json has the same, and verify.html checks it.`,
    },
    { text: `It ends with ${last}`, size: 8 },
    ...entries.flatMap((entry) => [
      {
        text: `${entry.number}. ${entry.title}`,
        right: entry.at === null ? "" : inWords(entry.at),
        size: 13,
        rule: true,
      },
      ...linesOf(entry.content, ""),
    ]),
  ];
}

/** `keptUntil` as “Kept until”. */
function labelOf(key: string): string {
  const words = key.replace(/([a-z])([A-Z])/g, (_, one, two) => `${one} ${two.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `verify.html`: checks record.json in any browser, without a network. */
export const VERIFY_PAGE = `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Check this bundle</title>
<style>
body { font: 1.05rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem; color: #1b2a24; background: #fff; }
input { font: inherit; margin-top: .5rem; }
[role=status] { margin-top: 1.5rem; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<h1>Check this bundle</h1>
<p>Choose the file record.json that came with this page. This browser reads it and sends it nowhere.</p>
<label>record.json<br><input type="file" id="file" accept=".json,application/json"></label>
<div role="status" id="answer"></div>
</main>
<script>
"use strict";
const HEAD = ${JSON.stringify(HEAD)};
const TAIL = ${JSON.stringify(TAIL)};

async function hashOf(text) {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function read(line) {
  try {
    const entry = JSON.parse(line);
    return JSON.stringify(entry) === line ? entry : null;
  } catch {
    return null;
  }
}

function nameOf(number, entry) {
  const about = entry ? [entry.title, entry.at].filter(Boolean).join(", ") : "";
  return "Entry " + number + (about ? " (" + about + ")" : "");
}

async function isAsLocked(content) {
  const { chain, seq, before, hash, version, therapistId, author, sealed } = content.chain;
  if (hash === null) return true;
  const times = [Date.parse(content.firstSaved), Date.parse(content.locked)];
  return hash === (await hashOf(JSON.stringify([before, chain, seq, content.id, therapistId, author, ...times, version, sealed])));
}

async function check(text) {
  const faults = [];
  const lines = text.split("\\n");
  const end = lines.length - 2;
  if (lines[0] !== HEAD) faults.push("The first line was changed, or this is not record.json.");
  if (end < 2 || lines[end] !== TAIL || lines[end + 1] !== "") faults.push("The end of the file is missing or was changed.");
  let previous = null;
  let number = 1;
  for (let at = 1; at < end; at++) {
    const isLast = at === end - 1;
    const line = lines[at];
    const entry = line.endsWith(",") !== isLast ? read(isLast ? line : line.slice(0, -1)) : null;
    let fault = null;
    let isWhole = false;
    if (!entry) fault = "Entry " + number + " was changed: it can’t be read any longer.";
    else {
      const { hash, ...rest } = entry;
      isWhole = hash === (await hashOf(JSON.stringify(rest)));
      if (!isWhole) fault = nameOf(number, entry) + " was changed.";
      else if (entry.number !== number) fault = nameOf(entry.number, entry) + " is not in its place: an entry is missing or was added.";
      else if (previous ? entry.before !== previous.hash : at === 1 && entry.before !== "") fault = nameOf(number, entry) + " does not follow the entry before it.";
      else if (entry.content.chain && !(await isAsLocked(entry.content))) fault = nameOf(number, entry) + " is not as it was locked.";
    }
    if (fault) faults.push(fault);
    previous = fault ? null : entry;
    // After a gap the others are in their places.
    number = (isWhole ? entry.number : number) + 1;
  }
  return { faults, count: Math.max(end - 1, 0), last: previous && previous.hash };
}

document.getElementById("file").addEventListener("change", async (event) => {
  const answer = document.getElementById("answer");
  answer.textContent = "";
  const [file] = event.target.files;
  if (!file) return;
  const say = (words) => answer.appendChild(document.createElement("p")).append(words);
  if (!globalThis.crypto || !crypto.subtle) return say("This browser can’t check it. Open this page in a current Chrome, Edge or Firefox.");
  const { faults, count, last } = await check(await file.text());
  if (faults.length === 0) {
    say("All " + count + " entries are as they were written.");
    say("The bundle ends with " + last + ". The practice’s record of changes and the PDF have the same.");
  } else for (const fault of faults) say(fault);
});
</script>
</body>
</html>
`;
