import { FORMAT } from "#app/moving/archive/archive-format.ts";
import { MOVED, STAYING, STAYING_SETTINGS } from "#app/moving/archive/moved-tables.ts";

type Sheet = { name: string; about: string };

/** What the archive says of itself, in Markdown. `at`: `2026-11-22 14:30`. */
export function archiveReadme(facts: { practice: string; zone: string; at: string; sheets: readonly Sheet[] }): string {
  const { practice, zone, at, sheets } = facts;
  return `# Everything of ${practice}

Made on ${at} (${zone}), by Limber Yard. Format ${FORMAT}.

This file holds personal data of your clients. Keep it where nobody else can read it, and delete it when you are done.

## To look into it

Open the .csv files with any spreadsheet. They are in UTF-8 with commas. Dates and times are local (${zone}), as
2026-11-22 and 14:30; prices are in pounds. A cell that begins with =, +, - or @ has an apostrophe before it, so that no
spreadsheet takes it for a formula.

${sheets.map(({ name, about }) => `- ${name}: ${about}`).join("\n")}

Pictures and films are in media/.

## To move to another Limber Yard

On a fresh installation: \`npm run import-practice -- FILE --dry-run\`, and then without \`--dry-run\`. What the
import reads is data/ and media/, never the spreadsheets.

## data/

One file for each table, one JSON object a line, in the order of its key: nothing is rounded or left out. Instants are
milliseconds since 1970 (UTC), days are 2026-11-22, money is in pence, yes and no are 1 and 0; what is not known is null.

${tables()}

manifest.json names every file with its size and its SHA-256, and how many rows each table has.

## What is not in it

${staying()}
- settings ${STAYING_SETTINGS.join(", ")}: They hold keys of other systems. Set them up anew.
`;
}

function tables(): string {
  return Object.entries(MOVED)
    .map(([name, { about, columns }]) => `- ${name}: ${about}. Fields: ${Object.keys(columns).join(", ")}`)
    .join("\n");
}

function staying(): string {
  return Object.entries(STAYING)
    .map(([name, { why }]) => `- ${name}: ${why}`)
    .join("\n");
}
